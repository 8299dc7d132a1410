// The system's GMP, whose numbers Nettle takes and CSignatures makes.
#pragma once
#include <gmp.h>
