// The system's libarchive: only its reader for tar archives with four compressions.
#pragma once
#include <archive.h>
#include <archive_entry.h>
