// Fuel, memory and the wall clock: the three limits of an evaluation, and how hitting one ends it.
#include <stdlib.h>

#include "internal.h"

// Fuel charged per 64 bytes of every string from 256 bytes up: copying is work that instructions don't count. Short strings
// are left out because Lua shares them, so whether one is allocated depends on what ran before.
#define FREE_STRING 256
#define BYTES_PER_FUEL 64

static void set_interval(bp_state *state, int interval) {
  state->interval = interval;
  lua_sethook(state->L, bp_hook, LUA_MASKCOUNT, interval);
}

static void exhaust(bp_state *state, bp_status limit) {
  if (state->exhausted == BP_OK) state->exhausted = limit;
  if (state->L != NULL) set_interval(state, 1);
}

static void charge_string(bp_state *state, size_t size) {
  if (size < FREE_STRING) return;
  state->fuel -= (int64_t)(size / BYTES_PER_FUEL);
  if (size >= BP_LARGE_STRING && !state->large_strings) {
    state->large_strings = true;
    if (state->exhausted == BP_OK) set_interval(state, BP_HOOK_INTERVAL_LARGE);
  }
}

void *bp_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  bp_state *state = context;
  // For a new block Lua passes the type of the object in place of the old size.
  size_t released = block == NULL ? 0 : old_size;
  if (new_size == 0) {
    free(block);
    state->memory -= released;
    return NULL;
  }
  if (state->running && new_size > released) {
    if (new_size - released > state->limits.memory || state->memory > state->limits.memory - (new_size - released)) {
      return NULL;
    }
    if (block == NULL && old_size == LUA_TSTRING) {
      charge_string(state, new_size);
      if (state->fuel < 0) {
        exhaust(state, BP_OUT_OF_FUEL);
        return NULL;
      }
    }
  }
  void *result = realloc(block, new_size);
  if (result == NULL) {
    // Lua relies on shrinking never failing.
    return new_size <= released ? block : NULL;
  }
  state->memory += new_size - released;
  return result;
}

int bp_raise_limit(lua_State *L) {
  exhaust(bp_of(L), BP_OUT_OF_FUEL);
  lua_pushnil(L);
  return lua_error(L);
}

static void check_clock(bp_state *state) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (now.tv_sec > state->deadline.tv_sec ||
      (now.tv_sec == state->deadline.tv_sec && now.tv_nsec > state->deadline.tv_nsec)) {
    exhaust(state, BP_OUT_OF_TIME);
  }
}

void bp_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  bp_state *state = bp_of(L);
  if (!state->running) return;
  if (state->exhausted == BP_OK) {
    state->fuel -= state->interval;
    if (state->fuel < 0) {
      exhaust(state, BP_OUT_OF_FUEL);
    } else {
      check_clock(state);
    }
  }
  if (state->exhausted != BP_OK) bp_raise_limit(L);
}

void bp_check_limits(lua_State *L) {
  if (bp_of(L)->exhausted != BP_OK) bp_raise_limit(L);
}

void bp_charge(lua_State *L, uint64_t units) {
  bp_state *state = bp_of(L);
  if (!state->running) return;
  if (state->exhausted == BP_OK) {
    if (units > (uint64_t)INT64_MAX || state->fuel < (int64_t)units) {
      state->fuel = -1;
      exhaust(state, BP_OUT_OF_FUEL);
    } else {
      state->fuel -= (int64_t)units;
      state->charged_since_clock += (int64_t)units;
      if (state->charged_since_clock > 100000) {
        state->charged_since_clock = 0;
        check_clock(state);
      }
    }
  }
  if (state->exhausted != BP_OK) bp_raise_limit(L);
}

void bp_begin(bp_state *state, uint64_t fuel) {
  lua_State *L = state->L;
  state->fuel = fuel > (uint64_t)INT64_MAX ? INT64_MAX : (int64_t)fuel;
  state->fuel_at_start = state->fuel;
  state->charged_since_clock = 0;
  state->exhausted = BP_OK;
  state->large_strings = false;
  state->epoch++;
  set_interval(state, BP_HOOK_INTERVAL);
  clock_gettime(CLOCK_MONOTONIC, &state->deadline);
  double seconds = state->limits.seconds;
  long whole = seconds > 0 && seconds < 1e6 ? (long)seconds : (seconds > 0 ? 1000000 : 0);
  state->deadline.tv_sec += whole;
  state->deadline.tv_nsec += seconds < 1e6 ? (long)((seconds - (double)whole) * 1e9) : 0;
  if (state->deadline.tv_nsec >= 1000000000L) {
    state->deadline.tv_sec++;
    state->deadline.tv_nsec -= 1000000000L;
  }
  bp_clear_read_caches(L);
}

uint64_t bp_fuel_used(const bp_state *state) {
  int64_t used = state->fuel_at_start - (state->fuel < 0 ? 0 : state->fuel);
  return used < 0 ? 0 : (uint64_t)used;
}

bool bp_consume(bp_state *state, uint64_t fuel) {
  if (fuel > (uint64_t)INT64_MAX || state->fuel < (int64_t)fuel) {
    state->fuel = -1;
    if (state->exhausted == BP_OK) exhaust(state, BP_OUT_OF_FUEL);
    return false;
  }
  state->fuel -= (int64_t)fuel;
  return state->exhausted == BP_OK;
}

size_t bp_memory_used(const bp_state *state) { return state->memory; }
