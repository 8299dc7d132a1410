// Accumulates small charges, because calling `bp_charge` in each step of a loop would cost more than most steps.
#pragma once
#include "internal.h"

#define BP_METER_LIMIT 64

typedef struct bp_meter {
  lua_State *L;
  uint64_t pending;
} bp_meter;

/// Charges the accumulated units. Must be called when a loop ends. May raise the limit error.
static inline void bp_meter_settle(bp_meter *meter) {
  uint64_t units = meter->pending;
  if (units == 0) return;
  meter->pending = 0;
  bp_charge(meter->L, units);
}

/// Adds `units`. May raise the limit error.
static inline void bp_meter_add(bp_meter *meter, uint64_t units) {
  meter->pending += units;
  if (meter->pending >= BP_METER_LIMIT) bp_meter_settle(meter);
}
