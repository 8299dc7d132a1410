// The system's GMP, whose numbers CSignatures passes to Nettle.
#pragma once
#include <gmp.h>
