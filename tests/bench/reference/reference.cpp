// What the C++ implementation takes for the same files: a program that waits for a line, does what
// it says once, single-threaded, and answers with a line.
//
//   read PATH    the whole file into memory, without verifying operations
//   lazy PATH    opened, with every isolated region left unread
//   write PATH   what `read` gives, written in the newest version
//   print PATH   what `read` gives, printed in the generic form
//   parse PATH   text in the generic form, without verifying operations
//   memory PATH  reads like `read` and says by how much the peak of the resident memory grew
//
// The answer is a number, of nanoseconds or bytes, or `error`. Setting up the context with its dialects, getting
// the file into memory and giving everything back is not part of the time.

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <time.h>

namespace {

/// The time that this thread has had: on a shared machine it says more than the clock on the wall.
int64_t now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return int64_t(time.tv_sec) * 1000000000 + time.tv_nsec;
}

/// Counts bytes and keeps none: what writing costs, not what the disk does.
class Sink : public llvm::raw_ostream {
public:
  Sink() { SetUnbuffered(); }
  ~Sink() override { flush(); }

private:
  void write_impl(const char *, size_t size) override { position += size; }
  uint64_t current_pos() const override { return position; }
  uint64_t position = 0;
};

/// A context as a tool has it, with the dialects that files may use.
struct Opened {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  mlir::Block block;

  explicit Opened(const std::string &path) {
    mlir::DialectRegistry registry;
    mlir::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.allowUnregisteredDialects();
    for (const char *name :
         {"arith", "cf", "func", "linalg", "math", "memref", "scf", "tensor", "vector"})
      context.getOrLoadDialect(name);
    auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
    if (file)
      buffer = std::move(*file);
  }

  bool read() {
    mlir::ParserConfig config(&context, /*verifyAfterParse=*/false);
    return buffer && succeeded(readBytecodeFile(*buffer, &block, config));
  }
};

int64_t read(const std::string &path) {
  Opened opened(path);
  int64_t start = now();
  bool done = opened.read();
  int64_t time = now() - start;
  return done ? time : -1;
}

int64_t lazy(const std::string &path) {
  Opened opened(path);
  if (!opened.buffer)
    return -1;
  mlir::ParserConfig config(&opened.context, /*verifyAfterParse=*/false);
  int64_t start = now();
  mlir::BytecodeReader reader(*opened.buffer, config, /*lazyLoad=*/true);
  bool done = succeeded(reader.readTopLevel(&opened.block));
  int64_t time = now() - start;
  done = done && succeeded(reader.finalize([](mlir::Operation *) { return false; }));
  return done ? time : -1;
}

/// The operation that a file holds, kept so that it is read once for many rounds.
mlir::Operation *kept(const std::string &path) {
  static std::string current;
  static std::unique_ptr<Opened> opened;
  if (current != path) {
    current.clear();
    opened = std::make_unique<Opened>(path);
    if (!opened->read())
      return nullptr;
    current = path;
  }
  return &opened->block.front();
}

int64_t print(const std::string &path) {
  mlir::Operation *op = kept(path);
  if (!op)
    return -1;
  Sink sink;
  int64_t start = now();
  op->print(sink, mlir::OpPrintingFlags().printGenericOpForm());
  return now() - start;
}

int64_t parse(const std::string &path) {
  Opened opened(path);
  if (!opened.buffer)
    return -1;
  mlir::ParserConfig config(&opened.context, /*verifyAfterParse=*/false);
  int64_t start = now();
  bool done = succeeded(
      mlir::parseSourceString(opened.buffer->getBuffer(), &opened.block, config, path));
  int64_t time = now() - start;
  return done ? time : -1;
}

int64_t write(const std::string &path) {
  mlir::Operation *op = kept(path);
  if (!op)
    return -1;
  Sink sink;
  int64_t start = now();
  bool done = succeeded(mlir::writeBytecodeToFile(op, sink));
  int64_t time = now() - start;
  return done ? time : -1;
}

/// A line of /proc/self/status in bytes.
int64_t status(const std::string &name) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.rfind(name, 0) == 0)
      return std::stoll(line.substr(name.size() + 1)) * 1024;
  return 0;
}

int64_t memory(const std::string &path) {
  Opened opened(path);
  int64_t before = status("VmRSS");
  return opened.read() ? status("VmHWM") - before : -1;
}

} // namespace

int main() {
  for (std::string command, path; std::cin >> command && std::getline(std::cin >> std::ws, path);) {
    int64_t answer = command == "read"     ? read(path)
                     : command == "lazy"   ? lazy(path)
                     : command == "write"  ? write(path)
                     : command == "print"  ? print(path)
                     : command == "parse"  ? parse(path)
                     : command == "memory" ? memory(path)
                                           : -1;
    if (answer < 0)
      std::cout << "error" << std::endl;
    else
      std::cout << answer << std::endl;
  }
}
