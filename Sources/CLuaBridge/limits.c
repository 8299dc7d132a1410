// Fuel, memory and processor time: the limits of an evaluation, and how it ends when one is reached.
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coverage.h"
#include "internal.h"

// Charged per 64 bytes of every string of 256 bytes or more, because instructions do not count copying. Short strings are free: Lua shares
// them, so whether one is allocated depends on what ran before.
#define FREE_STRING 256
#define BYTES_PER_FUEL 64
// A refused allocation makes Lua collect all garbage. This is charged by the memory limit rather than by memory in use, which varies
// slightly between runs.
#define BYTES_COLLECTED_PER_FUEL 16
// Rebuilding a table repeatedly takes long between two hooks, so large blocks check the clock, too.
#define LARGE_BLOCK ((size_t)1 << 18)
#define DIGITS_PER_UNIT 8
// The interval in nanoseconds between system calls for the thread's processor time.
#define PROCESSOR_TIME_GRAIN 1000000

// One instruction may read all of the largest block, so this bounds the reading between two checks.
#define LARGE_BLOCK_READ ((size_t)1 << 20)
#define BYTES_BETWEEN_LOOKS ((size_t)50 << 20)

static int interval_for(size_t largest) {
  if (largest < LARGE_BLOCK_READ) return BP_HOOK_INTERVAL;
  return largest < BYTES_BETWEEN_LOOKS ? (int)(BYTES_BETWEEN_LOOKS / largest) : 1;
}

static void set_interval(bp_state *state, int interval) {
  state->interval = interval;
  int lines = state->coverage == NULL ? 0 : LUA_MASKLINE;
  lua_sethook(state->L, bp_hook, LUA_MASKCOUNT | lines, interval);
}

/// Whether the chain of calls can be inspected while the stack grows. Since 5.4.5, Lua stores offsets in place of pointers into the stack
/// during reallocation. The library may be newer than the headers.
static bool has_pointers_while_growing(void) {
  const char *release = strstr(lua_ident, "Lua 5.4.");
  return release != NULL && release[8] >= '0' && release[8] <= '4' && (release[9] < '0' || release[9] > '9');
}

/// Records the current line at once, because an error that unwinds through `pcall` loses its place.
static void note_place(bp_state *state) {
  const char *file = "";
  if (state->is_stack_moving && !has_pointers_while_growing()) {
    state->limit_line = 0;
    state->limit_file[0] = 0;
    return;
  }
  state->limit_line = state->running ? bp_where(state->L, &file) : 0;
  bp_copy_text(state->limit_file, sizeof state->limit_file, file, strlen(file));
  if (state->running) bp_collect_trace(state->L, &state->limit_trace);
}

void bp_exhaust(bp_state *state, bp_status limit) {
  if (state->L == NULL) return;
  if (state->exhausted == BP_OK) {
    state->exhausted = limit;
    // The place of a refused allocation was recorded before.
    if (limit != BP_OUT_OF_MEMORY || !state->refused.pending) note_place(state);
  }
  set_interval(state, 1);
}

bool bp_is_exhausted(bp_state *state) {
  // Buffers of the auxiliary library do not retry.
  if (state->exhausted == BP_OK && state->refused.pending) bp_exhaust(state, BP_OUT_OF_MEMORY);
  return state->exhausted != BP_OK;
}

static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal) {
  (void)signal;
  interrupted = 1;
}

bool bp_catch_interrupts(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_interrupt;
  // Without SA_RESTART, so that reading a line is interrupted.
  sigemptyset(&action.sa_mask);
  // The signal may have been blocked by the parent process.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  return sigaction(SIGINT, &action, NULL) == 0 && sigprocmask(SIG_UNBLOCK, &set, NULL) == 0;
}

bool bp_is_interrupted(void) { return interrupted != 0; }

void bp_clear_interrupt(void) { interrupted = 0; }

static int64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  if (clock_gettime(clock, &now) != 0) return INT64_MAX / 2;
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t bp_processor_time(void) {
  // The last values of the clocks.
  static _Thread_local struct {
    int64_t processor, monotonic, told;
    bool is_read;
  } known;
  int64_t now = nanoseconds(CLOCK_MONOTONIC);
  if (!known.is_read || now - known.monotonic >= PROCESSOR_TIME_GRAIN) {
    int64_t processor = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
    known.processor = processor > known.told ? processor : known.told;
    known.monotonic = now;
    known.is_read = true;
  }
  known.told = known.processor + (now - known.monotonic);
  return known.told;
}

/// Uses processor time, so that a thread that waits for others is not limited earlier. The monotonic clock is read first: that is cheaper,
/// and processor time cannot have advanced further.
void bp_check_clock(bp_state *state) {
  if (interrupted) {
    bp_exhaust(state, BP_OUT_OF_TIME);
    return;
  }
  int64_t now = nanoseconds(CLOCK_MONOTONIC);
  if (now < state->next_look) return;
  int64_t used = bp_processor_time() - state->started;
  if (used >= state->allowed) {
    bp_exhaust(state, BP_OUT_OF_TIME);
  } else {
    state->next_look = now + (state->allowed - used);
  }
}

static void charge_string(bp_state *state, size_t size) {
  if (size >= FREE_STRING) state->fuel -= (int64_t)(size / BYTES_PER_FUEL);
}

// A step along a chain of keys is usually a cache miss.
#define STEPS_PER_UNIT 2
// More than tables with random keys have.
#define FREE_STEPS_PER_BYTE 1

/// Charges for filling a new hash part with colliding keys.
static void charge_collisions(bp_state *state, size_t size) {
  uint64_t most = state->fuel < 0 ? 0 : (uint64_t)state->fuel * STEPS_PER_UNIT;
  uint64_t free_steps = size * FREE_STEPS_PER_BYTE;
  if (most > UINT64_MAX / 2) most = UINT64_MAX / 2;
  uint64_t steps = bp_collisions(&state->memory, size, most + free_steps + STEPS_PER_UNIT);
  if (steps > free_steps) state->fuel -= (int64_t)((steps - free_steps) / STEPS_PER_UNIT);
}

// Lua allows a million slots on its value stack, and `t.__call = t` fills them in one instruction that moves all slots each time: this
// takes a minute without a hook. So the stack has a lower limit. The size of slots and the number of spare slots are Lua's (lstate.h).
#define SLOT_SIZE ((size_t)16)
#define SPARE_SLOTS 5
#define FIRST_SLOTS (2 * LUA_MINSTACK)
#define MOST_SLOTS_OF_LUA 1000000
#define MOST_SLOTS 60000

static size_t stack_size(size_t slots) { return (slots + SPARE_SLOTS) * SLOT_SIZE; }

/// Whether the request would exceed the limit of the stack. Some releases of Lua reallocate the block, others allocate one of twice the
/// size.
static bool is_oversized_stack(const bp_memory *memory, const void *block, size_t old_size, size_t new_size) {
  if (memory->stack == NULL || new_size <= stack_size(MOST_SLOTS)) return false;
  if (block != NULL) return block == memory->stack;
  size_t doubled = memory->stack_slots * 2 < MOST_SLOTS_OF_LUA ? memory->stack_slots * 2 : MOST_SLOTS_OF_LUA;
  return old_size == 0 && new_size == stack_size(doubled);
}

static void set_stack(bp_memory *memory, const void *block, size_t size) {
  memory->stack = block;
  memory->stack_slots = size / SLOT_SIZE < SPARE_SLOTS ? 0 : size / SLOT_SIZE - SPARE_SLOTS;
}

/// Tracks the address of the stack. `released` is the address of a block that was reallocated or freed.
static void follow_stack(bp_state *state, uintptr_t released, const void *result, size_t size) {
  bp_memory *memory = &state->memory;
  if (state->L == NULL && memory->stack == NULL && released == 0 && size == stack_size(FIRST_SLOTS)) {
    set_stack(memory, result, size);
  } else if (released != 0 && released == (uintptr_t)memory->stack) {
    // Freed: the new stack is the block that was allocated just before.
    if (result != NULL) set_stack(memory, result, size);
    else set_stack(memory, memory->last_block, memory->last_size);
  }
  if (result == NULL) return;
  memory->last_block = result;
  memory->last_size = size;
}

static void remember_refusal(bp_state *state, const void *block, size_t old_size, size_t new_size) {
  state->refused = (bp_refusal){true, block, old_size, new_size};
  note_place(state);
}

static bool is_same_request(const bp_refusal *refused, const void *block, size_t old_size, size_t new_size) {
  return refused->block == block && refused->old_size == old_size && refused->new_size == new_size;
}

/// Whether an evaluation may allocate a larger block.
static bool permit(bp_state *state, void *block, size_t old_size, size_t new_size, size_t growth) {
  if (state->exhausted != BP_OK) return false;
  bool again = state->refused.pending && is_same_request(&state->refused, block, old_size, new_size);
  if (state->refused.pending && !again) {
    bp_exhaust(state, BP_OUT_OF_MEMORY);
    return false;
  }
  if (is_oversized_stack(&state->memory, block, old_size, new_size)) {
    bp_exhaust(state, BP_OUT_OF_MEMORY);
    return false;
  }
  if (growth > state->limits.memory || state->memory.live - state->added_later > state->limits.memory - growth) {
    if (again) {
      bp_exhaust(state, BP_OUT_OF_MEMORY);
      return false;
    }
    remember_refusal(state, block, old_size, new_size);
    state->fuel -= (int64_t)(state->limits.memory / BYTES_COLLECTED_PER_FUEL);
    if (state->fuel < 0) bp_exhaust(state, BP_OUT_OF_FUEL);
    bp_check_clock(state);
    return false;
  }
  if (block == NULL && old_size == LUA_TSTRING) {
    charge_string(state, new_size);
  } else if (block == NULL && old_size == 0) {
    charge_collisions(state, new_size);
  }
  if (state->fuel < 0) bp_exhaust(state, BP_OUT_OF_FUEL);
  if (new_size >= LARGE_BLOCK) bp_check_clock(state);
  return state->exhausted == BP_OK;
}

/// Records a block that was allocated.
static void note_block(bp_state *state, const void *block, size_t size, bool is_new) {
  if (is_new) bp_note_vector(&state->memory, block, size);
  if (size <= state->memory.largest) return;
  state->memory.largest = size;
  int interval = interval_for(size);
  if (state->L != NULL && state->exhausted == BP_OK && interval < state->interval) set_interval(state, interval);
}

void *bp_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  bp_state *state = context;
  // For new blocks Lua passes the type of the object in place of the old size.
  size_t released = block == NULL ? 0 : old_size;
  uintptr_t address = (uintptr_t)block;
  if (new_size == 0) {
    bp_heap_resize(&state->heap, block, released, 0);
    bp_forget_vector(&state->memory, block, released);
    follow_stack(state, address, NULL, 0);
    state->memory.live -= released;
    return NULL;
  }
  bool grows = new_size > released;
  state->is_stack_moving = block != NULL && block == state->memory.stack;
  bool is_permitted = !state->running || !grows || permit(state, block, old_size, new_size, new_size - released);
  state->is_stack_moving = false;
  if (!is_permitted) return NULL;
  void *result = bp_heap_resize(&state->heap, block, released, new_size);
  if (result == NULL) {
    if (grows) {
      if (state->running) remember_refusal(state, block, old_size, new_size);
      return NULL;
    }
    // Lua relies on shrinking to succeed.
    result = block;
  }
  if (grows) state->refused.pending = false;
  bp_forget_vector(&state->memory, block, released);
  note_block(state, result, new_size, block == NULL);
  follow_stack(state, address, result, new_size);
  state->memory.live += new_size - released;
  return result;
}

void bp_charge_numeral(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TSTRING) bp_charge(L, lua_rawlen(L, index) / DIGITS_PER_UNIT);
}

lua_Integer bp_check_integer(lua_State *L, int index) {
  bp_charge_numeral(L, index);
  return luaL_checkinteger(L, index);
}

lua_Integer bp_opt_integer(lua_State *L, int index, lua_Integer otherwise) {
  bp_charge_numeral(L, index);
  return luaL_optinteger(L, index, otherwise);
}

lua_Number bp_check_number(lua_State *L, int index) {
  bp_charge_numeral(L, index);
  return luaL_checknumber(L, index);
}

int bp_raise_limit(lua_State *L) {
  bp_exhaust(bp_of(L), BP_OUT_OF_FUEL);
  lua_pushnil(L);
  return lua_error(L);
}

void bp_exceed(bp_state *state, const char *message, size_t count) {
  if (bp_is_exhausted(state)) return;
  bp_copy_text(state->limit_message, sizeof state->limit_message, message, count);
  bp_exhaust(state, BP_EXCEEDED);
}

int bp_raise_exceeded(lua_State *L, const char *format, ...) {
  char message[512];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  size_t count = length < 0 ? 0 : (size_t)length < sizeof message ? (size_t)length : sizeof message - 1;
  bp_exceed(bp_of(L), message, count);
  return bp_raise_limit(L);
}

void bp_check_stack(lua_State *L, int slots, const char *what) {
  if (!lua_checkstack(L, slots)) bp_raise_exceeded(L, "%s", what);
}

// Messages of Lua's own errors about size or depth (ldo.c, ldebug.c, lvm.c, lmem.c, ltable.c, lauxlib.c).
static const char *const overflows[] = {"C stack overflow", "stack overflow", "error in error handling", "'__index' chain too long",
                                        "'__newindex' chain too long", "memory allocation error: block too big",
                                        "string length overflow", "table overflow", "buffer too large"};

void bp_note_overflow(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TSTRING) return;
  // Skips the place at the start of the message.
  const char *message = lua_tostring(L, index), *last = message;
  for (const char *next = strstr(message, ": "); next != NULL; next = strstr(next + 1, ": ")) {
    if (next > message && next[-1] >= '0' && next[-1] <= '9') last = next + 2;
  }
  for (size_t i = 0; i < sizeof overflows / sizeof *overflows; i++) {
    if (strncmp(last, overflows[i], strlen(overflows[i])) != 0) continue;
    bp_exceed(bp_of(L), last, strlen(last));
    return;
  }
}

void bp_hook(lua_State *L, lua_Debug *record) {
  bp_state *state = bp_of(L);
  if (!state->running) return;
  if (record->event == LUA_HOOKLINE) {
    bp_cover_line(L, record);
    return;
  }
  if (!bp_is_exhausted(state)) {
    state->fuel -= state->interval;
    if (state->fuel < 0) {
      bp_exhaust(state, BP_OUT_OF_FUEL);
    } else {
      bp_check_clock(state);
    }
  }
  if (state->exhausted != BP_OK) bp_raise_limit(L);
}

void bp_check_limits(lua_State *L) {
  if (bp_is_exhausted(bp_of(L))) bp_raise_limit(L);
}

void bp_charge(lua_State *L, uint64_t units) {
  bp_state *state = bp_of(L);
  if (!state->running) return;
  if (state->exhausted == BP_OK) {
    if (units > (uint64_t)INT64_MAX || state->fuel < (int64_t)units) {
      state->fuel = -1;
      bp_exhaust(state, BP_OUT_OF_FUEL);
    } else {
      state->fuel -= (int64_t)units;
      state->charged_since_clock += (int64_t)units;
      if (state->charged_since_clock > 100000) {
        state->charged_since_clock = 0;
        bp_check_clock(state);
      }
    }
  }
  if (state->exhausted != BP_OK) bp_raise_limit(L);
}

// More than any evaluation needs, but safe for arithmetic.
#define MOST_SECONDS 1e6

static void copy_memory(bp_memory *to, const bp_memory *from) {
  memcpy(to, from, offsetof(bp_memory, vectors));
  memcpy(to->vectors, from->vectors, from->vector_count * sizeof *from->vectors);
}

// Garbage collection starts when memory has grown by this amount, or has doubled if that is more. So most evaluations never collect,
// however small the image is.
#define PAUSE_BYTES ((size_t)1 << 20)
#define LEAST_PAUSE 200
#define MOST_PAUSE 1000

static int pause_for(size_t live) {
  size_t percent = 100 + PAUSE_BYTES / (live / 100 + 1);
  return percent < LEAST_PAUSE ? LEAST_PAUSE : percent > MOST_PAUSE ? MOST_PAUSE : (int)percent;
}

bool bp_take_image(bp_state *state) {
  bp_clear_read_caches(state->L);
  lua_gc(state->L, LUA_GCINC, pause_for(state->memory.live), 0, 0);
  // The collection after it decides when the next one is due; without, that would be at once.
  lua_gc(state->L, LUA_GCRESTART);
  lua_gc(state->L, LUA_GCCOLLECT);
  if (!bp_heap_take_image(&state->heap)) return false;
  if (state->memory_of_image.live > 0 && state->memory.live > state->memory_of_image.live) {
    state->added_later += state->memory.live - state->memory_of_image.live;
  }
  copy_memory(&state->memory_of_image, &state->memory);
  state->is_dirty = false;
  return true;
}

void bp_reopen(bp_state *state) {
  // The sources to come mostly make what stays, and the next image is taken after a whole collection. A lack of memory still collects.
  lua_gc(state->L, LUA_GCSTOP);
  if (!bp_has_image(state)) {
    // The memory in use so far counts; see `added_later`.
    if (state->memory_of_image.live == 0) state->memory_of_image.live = state->memory.live;
    return;
  }
  bp_heap_reopen(&state->heap);
  copy_memory(&state->memory, &state->memory_of_image);
  state->touched = 0;
}

static void restore(bp_state *state) {
  if (!state->is_dirty) return;
  bp_heap_restore(&state->heap);
  copy_memory(&state->memory, &state->memory_of_image);
  state->touched = 0;
  state->is_dirty = false;
}

void bp_begin(bp_state *state, uint64_t fuel, double seconds) {
  lua_State *L = state->L;
  state->fuel = fuel > (uint64_t)INT64_MAX ? INT64_MAX : (int64_t)fuel;
  state->fuel_at_start = state->fuel;
  state->charged_since_clock = 0;
  state->exhausted = BP_OK;
  state->refused.pending = false;
  state->limit_line = 0;
  state->limit_file[0] = 0;
  state->limit_message[0] = 0;
  state->limit_trace.inner = state->limit_trace.outer = state->limit_trace.omitted = 0;
  state->epoch++;
  if (bp_has_image(state)) {
    restore(state);
  } else {
    bp_clear_read_caches(L);
    // The memory for an evaluation must not depend on garbage from the one before. Collecting does not raise.
    bp_memory *memory = &state->memory;
    bool has_grown = memory->live > state->collected && memory->live - state->collected > state->limits.memory / 4;
    if (has_grown || memory->largest >= LARGE_BLOCK_READ) {
      lua_gc(L, LUA_GCCOLLECT);
      state->collected = memory->live;
      if (memory->live < LARGE_BLOCK_READ) memory->largest = 0;
    }
  }
  set_interval(state, interval_for(state->memory.largest));
  state->allowed = seconds > 0 ? (int64_t)((seconds < MOST_SECONDS ? seconds : MOST_SECONDS) * 1e9) : 0;
  state->started = bp_processor_time();
  state->next_look = nanoseconds(CLOCK_MONOTONIC) + state->allowed;
}

uint64_t bp_fuel_used(const bp_state *state) {
  int64_t used = state->fuel_at_start - (state->fuel < 0 ? 0 : state->fuel);
  return used < 0 ? 0 : (uint64_t)used;
}

bool bp_consume(bp_state *state, uint64_t fuel) {
  if (fuel > (uint64_t)INT64_MAX || state->fuel < (int64_t)fuel) {
    state->fuel = -1;
    bp_exhaust(state, BP_OUT_OF_FUEL);
    return false;
  }
  state->fuel -= (int64_t)fuel;
  return state->exhausted == BP_OK;
}

size_t bp_memory_used(const bp_state *state) { return state->memory.live; }
