// Digests (FIPS 180-4), implemented by Nettle, whose functions differ between versions.
#pragma once
#include <stddef.h>
#include <stdint.h>

enum digest_kind { DIGEST_SHA1, DIGEST_SHA256, DIGEST_SHA384, DIGEST_SHA512 };

/// The state of a digest. It can be copied.
struct digest_state {
  enum digest_kind kind;
  uint64_t words[30];
};

/// Starts a digest of no bytes.
void digest_begin(struct digest_state *_Nonnull state, enum digest_kind kind);

/// Appends bytes. `bytes` may be null if `count` is 0.
void digest_add(struct digest_state *_Nonnull state, const void *_Nullable bytes, size_t count);

/// Writes the 20, 32, 48 or 64 bytes of the digest. No bytes can be appended after that.
void digest_end(struct digest_state *_Nonnull state, uint8_t *_Nonnull digest);
