// The system's zlib: Bundles uses `inflate` and `crc32` for entries of zip archives, IconChecker also `adler32` for PNG files that Xcode
// makes for iOS.
#pragma once
#include <zlib.h>
