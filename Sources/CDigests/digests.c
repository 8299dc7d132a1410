#include "CDigests.h"

#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <nettle/version.h>

// Since 4.0, whole digests are written; before, the number of bytes is an argument.
#if NETTLE_VERSION_MAJOR >= 4
#define WRITE(name, size, context, digest) name##_digest(context, digest)
#else
#define WRITE(name, size, context, digest) name##_digest(context, size, digest)
#endif

_Static_assert(sizeof(struct sha1_ctx) <= sizeof(((struct digest_state *)0)->words), "digest_state is too small");
_Static_assert(sizeof(struct sha256_ctx) <= sizeof(((struct digest_state *)0)->words), "digest_state is too small");
_Static_assert(sizeof(struct sha512_ctx) <= sizeof(((struct digest_state *)0)->words), "digest_state is too small");

void digest_begin(struct digest_state *state, enum digest_kind kind) {
  state->kind = kind;
  void *context = state->words;
  switch (kind) {
    case DIGEST_SHA1: sha1_init(context); break;
    case DIGEST_SHA256: sha256_init(context); break;
    case DIGEST_SHA384: sha384_init(context); break;
    case DIGEST_SHA512: sha512_init(context); break;
  }
}

void digest_add(struct digest_state *state, const void *bytes, size_t count) {
  if (count == 0) return;
  void *context = state->words;
  switch (state->kind) {
    case DIGEST_SHA1: sha1_update(context, count, bytes); break;
    case DIGEST_SHA256: sha256_update(context, count, bytes); break;
    case DIGEST_SHA384: sha384_update(context, count, bytes); break;
    case DIGEST_SHA512: sha512_update(context, count, bytes); break;
  }
}

void digest_end(struct digest_state *state, uint8_t *digest) {
  void *context = state->words;
  switch (state->kind) {
    case DIGEST_SHA1: WRITE(sha1, SHA1_DIGEST_SIZE, context, digest); break;
    case DIGEST_SHA256: WRITE(sha256, SHA256_DIGEST_SIZE, context, digest); break;
    case DIGEST_SHA384: WRITE(sha384, SHA384_DIGEST_SIZE, context, digest); break;
    case DIGEST_SHA512: WRITE(sha512, SHA512_DIGEST_SIZE, context, digest); break;
  }
}
