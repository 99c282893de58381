// Compiles a description of Kaitai Struct to Python: `node compile.js FILE.ksy FOLDER`.
const fs = require('fs');
const path = require('path');
const yaml = require('js-yaml');
const compiler = require('kaitai-struct-compiler');

const [description, folder] = process.argv.slice(2);
compiler.compile('python', yaml.load(fs.readFileSync(description, 'utf8')), null, false).then(
  (files) => {
    for (const name in files) fs.writeFileSync(path.join(folder, name), files[name]);
  },
  (error) => {
    console.error(String(error.stack || error));
    process.exit(1);
  },
);
