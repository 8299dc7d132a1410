// The system's Nettle, used by CDigests.
#pragma once
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
