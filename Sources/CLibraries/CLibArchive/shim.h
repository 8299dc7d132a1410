// The system's libarchive: only its reader of tar archives and the four compressions these come in.
#pragma once
#include <archive.h>
#include <archive_entry.h>
