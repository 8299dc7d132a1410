// Ed25519 (RFC 8032) and ECDSA over NIST P-256 (FIPS 186-5), implemented by Nettle.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  ED25519_SEED_BYTES = 32,
  ED25519_POINT_BYTES = 32,
  ED25519_BYTES = 64,
  /// The length of a private key, and of each half of a signature; both start with the most significant byte.
  P256_NUMBER_BYTES = 32,
  /// 4 and the two coordinates (SEC 1, 2.3.3, uncompressed).
  P256_POINT_BYTES = 65,
};

/// Writes the public key for a seed.
void ed25519_point(const uint8_t *_Nonnull seed, uint8_t *_Nonnull point);
/// Writes the deterministic signature of a message.
void ed25519_sign(
    const uint8_t *_Nonnull seed, const uint8_t *_Nonnull point, const uint8_t *_Nullable message, size_t count,
    uint8_t *_Nonnull signature);
/// Whether the signature of the message was made with the private key that belongs to the public key.
bool ed25519_verifies(
    const uint8_t *_Nonnull point, const uint8_t *_Nullable message, size_t count, const uint8_t *_Nonnull signature);

/// Writes the public key for a private key. Returns false if the private key is not valid.
bool p256_point(const uint8_t *_Nonnull secret, uint8_t *_Nonnull point);
/// Whether the bytes are a point on the curve.
bool p256_is_point(const uint8_t *_Nonnull point);
/// Writes the two halves of a randomized signature of a digest. `random` writes the requested number of random bytes. Returns false if the
/// private key is not valid.
bool p256_sign(
    const uint8_t *_Nonnull secret, const uint8_t *_Nonnull digest, size_t count,
    void (*_Nonnull random)(void *_Nullable, size_t, uint8_t *_Nonnull), uint8_t *_Nonnull halves);
/// Whether the signature of the digest was made with the private key that belongs to the public key.
bool p256_verifies(
    const uint8_t *_Nonnull point, const uint8_t *_Nonnull digest, size_t count, const uint8_t *_Nonnull halves);
