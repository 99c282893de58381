#!/bin/sh
# Packs a folder of corpus files into an archive whose bytes depend on their content alone.
# Usage: pack.sh FOLDER ARCHIVE.tar.gz
set -eu
tar --create --directory "$1" --sort=name --format=gnu \
    --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=a=rX,u+w \
    --file - $(ls "$1") | gzip -9 --no-name > "$2"
