#include "CSignatures.h"

#include <gmp.h>
#include <nettle/bignum.h>
#include <nettle/dsa.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecc.h>
#include <nettle/ecdsa.h>
#include <nettle/eddsa.h>

_Static_assert(ED25519_KEY_SIZE == ED25519_SEED_BYTES && ED25519_SIGNATURE_SIZE == ED25519_BYTES, "sizes of Ed25519");

void ed25519_point(const uint8_t *seed, uint8_t *point) { ed25519_sha512_public_key(point, seed); }

void ed25519_sign(const uint8_t *seed, const uint8_t *point, const uint8_t *message, size_t count, uint8_t *signature) {
  ed25519_sha512_sign(point, seed, count, message, signature);
}

bool ed25519_verifies(const uint8_t *point, const uint8_t *message, size_t count, const uint8_t *signature) {
  return ed25519_sha512_verify(point, count, message, signature) != 0;
}

/// Initializes a private key. The caller must clear it, even if the key is not valid.
static bool begin_secret(struct ecc_scalar *secret, const uint8_t *bytes) {
  mpz_t number;
  nettle_mpz_init_set_str_256_u(number, P256_NUMBER_BYTES, bytes);
  ecc_scalar_init(secret, nettle_get_secp_256r1());
  bool is_one = ecc_scalar_set(secret, number) != 0;
  mpz_clear(number);
  return is_one;
}

/// Initializes a public key. The caller must clear it, even if the key is not valid.
static bool begin_point(struct ecc_point *point, const uint8_t *bytes) {
  mpz_t x, y;
  nettle_mpz_init_set_str_256_u(x, P256_NUMBER_BYTES, bytes + 1);
  nettle_mpz_init_set_str_256_u(y, P256_NUMBER_BYTES, bytes + 1 + P256_NUMBER_BYTES);
  ecc_point_init(point, nettle_get_secp_256r1());
  bool is_one = bytes[0] == 4 && ecc_point_set(point, x, y) != 0;
  mpz_clear(x);
  mpz_clear(y);
  return is_one;
}

bool p256_point(const uint8_t *secret, uint8_t *point) {
  struct ecc_scalar scalar;
  bool is_one = begin_secret(&scalar, secret);
  if (is_one) {
    struct ecc_point product;
    mpz_t x, y;
    mpz_init(x);
    mpz_init(y);
    ecc_point_init(&product, nettle_get_secp_256r1());
    ecc_point_mul_g(&product, &scalar);
    ecc_point_get(&product, x, y);
    point[0] = 4;
    nettle_mpz_get_str_256(P256_NUMBER_BYTES, point + 1, x);
    nettle_mpz_get_str_256(P256_NUMBER_BYTES, point + 1 + P256_NUMBER_BYTES, y);
    ecc_point_clear(&product);
    mpz_clear(x);
    mpz_clear(y);
  }
  ecc_scalar_clear(&scalar);
  return is_one;
}

bool p256_is_point(const uint8_t *bytes) {
  struct ecc_point point;
  bool is_one = begin_point(&point, bytes);
  ecc_point_clear(&point);
  return is_one;
}

bool p256_sign(
    const uint8_t *secret, const uint8_t *digest, size_t count, void (*random)(void *, size_t, uint8_t *), uint8_t *halves) {
  struct ecc_scalar scalar;
  bool is_one = begin_secret(&scalar, secret);
  if (is_one) {
    struct dsa_signature signature;
    dsa_signature_init(&signature);
    ecdsa_sign(&scalar, NULL, random, count, digest, &signature);
    nettle_mpz_get_str_256(P256_NUMBER_BYTES, halves, signature.r);
    nettle_mpz_get_str_256(P256_NUMBER_BYTES, halves + P256_NUMBER_BYTES, signature.s);
    dsa_signature_clear(&signature);
  }
  ecc_scalar_clear(&scalar);
  return is_one;
}

bool p256_verifies(const uint8_t *bytes, const uint8_t *digest, size_t count, const uint8_t *halves) {
  struct ecc_point point;
  bool is_valid = begin_point(&point, bytes);
  if (is_valid) {
    struct dsa_signature signature;
    dsa_signature_init(&signature);
    nettle_mpz_set_str_256_u(signature.r, P256_NUMBER_BYTES, halves);
    nettle_mpz_set_str_256_u(signature.s, P256_NUMBER_BYTES, halves + P256_NUMBER_BYTES);
    is_valid = ecdsa_verify(&point, count, digest, &signature) != 0;
    dsa_signature_clear(&signature);
  }
  ecc_point_clear(&point);
  return is_valid;
}
