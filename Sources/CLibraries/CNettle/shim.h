// The system's Nettle, which CDigests calls.
#pragma once
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
