// The system's zlib: `inflate` and `crc32` are all that Bundles uses, for the entries of zip archives.
#pragma once
#include <zlib.h>
