// Ed25519 (RFC 8032) and ECDSA over NIST P-256 (FIPS 186-5) by Nettle, without its types.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  ED25519_SEED_BYTES = 32,
  ED25519_POINT_BYTES = 32,
  ED25519_BYTES = 64,
  /// A private key's number, and each half of a signature, the most significant byte first.
  P256_NUMBER_BYTES = 32,
  /// 4 and two coordinates (SEC 1, 2.3.3, uncompressed).
  P256_POINT_BYTES = 65,
};

/// Writes the public key that belongs to a seed.
void ed25519_point(const uint8_t *_Nonnull seed, uint8_t *_Nonnull point);
/// Writes the signature of a message, which is always the same.
void ed25519_sign(
    const uint8_t *_Nonnull seed, const uint8_t *_Nonnull point, const uint8_t *_Nullable message, size_t count,
    uint8_t *_Nonnull signature);
/// Whether a signature is one of the message by the owner of the public key.
bool ed25519_verifies(
    const uint8_t *_Nonnull point, const uint8_t *_Nullable message, size_t count, const uint8_t *_Nonnull signature);

/// Writes the public key that belongs to a private one. False when the number is none.
bool p256_point(const uint8_t *_Nonnull secret, uint8_t *_Nonnull point);
/// Whether these bytes are those of a point of the curve.
bool p256_is_point(const uint8_t *_Nonnull point);
/// Writes the two halves of a signature of a digest, another one each time. `random` writes as many random bytes as it is asked for.
/// False when the number is not that of a private key.
bool p256_sign(
    const uint8_t *_Nonnull secret, const uint8_t *_Nonnull digest, size_t count,
    void (*_Nonnull random)(void *_Nullable, size_t, uint8_t *_Nonnull), uint8_t *_Nonnull halves);
/// Whether the two halves are a signature of the digest by the owner of the public key.
bool p256_verifies(
    const uint8_t *_Nonnull point, const uint8_t *_Nonnull digest, size_t count, const uint8_t *_Nonnull halves);
