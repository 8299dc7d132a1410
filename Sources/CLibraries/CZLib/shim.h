// The system's zlib: Bundles uses `inflate` and `crc32` for the entries of zip archives, IconChecker these
// and `adler32` for the PNGs that Xcode makes for iOS.
#pragma once
#include <zlib.h>
