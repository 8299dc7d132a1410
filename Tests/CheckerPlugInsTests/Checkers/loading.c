/* Code that goes wrong, or does something, while it is loaded, registered or unloaded: LOADING_… says what. */
#include "base.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#ifndef IDENTIFIER
#define IDENTIFIER "com.example.loading"
#endif

static checker_plug_in kept;
static int kept_status = -1;

static const checker_uuid factory_id = {{0xAA, 0xAA, 0xAA, 0xAA, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}};
static const checker_uuid late_id = {{0xAA, 0xAA, 0xAA, 0xAA, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}};

#ifdef LOADING_LOOP
__attribute__((constructor)) static void loop(void) { for (volatile int i = 0;; i++) {} }
#endif
#ifdef LOADING_CRASH
__attribute__((constructor)) static void crash(void) { abort(); }
#endif
#ifdef LOADING_EXIT
__attribute__((constructor)) static void leave(void) { exit(0); }
#endif
#ifdef LOADING_DESTRUCTOR_CRASH
__attribute__((destructor)) static void crash(void) { abort(); }
#endif
#ifdef LOADING_DESTRUCTOR_EXIT
__attribute__((destructor)) static void leave(void) { _exit(7); }
#endif
#ifdef LOADING_DESTRUCTOR_LOOP
__attribute__((destructor)) static void loop(void) { for (volatile int i = 0;; i++) {} }
#endif
#ifdef LOADING_AT_EXIT
static void crash(void) { abort(); }
__attribute__((constructor)) static void register_crash(void) { atexit(crash); }
#endif
#ifdef LOADING_STAYS
const int checker_stays_loaded = 1;
#endif
#ifdef LOADING_SELF
__attribute__((constructor)) static void load(void) {
  Dl_info info;
  if (dladdr((void *)load, &info) && dlopen(info.dli_fname, RTLD_NOW) == NULL) abort();
}
#endif
#ifdef LOADING_UNDEFINED
void nobody_has_this(void);
void use(void) { nobody_has_this(); }
#endif
#ifdef LOADING_OTHER
int other(void);
int use(void) { return other(); }
#endif
#ifdef LOADING_OTHER_SIDE
void *LoadingFactory(const void *allocator, const checker_uuid *type);
void *use(void) { return LoadingFactory(NULL, NULL); }
int other(void) { return 1; }
#else

static void *make(const void *allocator, const checker_uuid *type);

static int32_t check(void *self, const checker_host *host) {
  char line[100];
  (void)self;
  if (kept.register_factory != NULL) {
    int32_t factory = kept.register_factory(kept.context, late_id, make);
    int32_t type = kept.register_type(kept.context, type_id, factory_id);
    snprintf(line, sizeof line, "late %d %d", (int)factory, (int)type);
    base_report(host, line);
  }
  snprintf(line, sizeof line, "version %u of %u bytes", (unsigned)host->abi_version, (unsigned)host->size);
  base_report(host, line);
  return CHECKER_OK;
}

static const checker_description description = {.size = sizeof(checker_description), .identifier = TEXT(IDENTIFIER),
                                                .version = TEXT("1.0"), .summary = TEXT("Loads")};

static const checker_description *describe(void *self) { (void)self; return &description; }

#ifdef LOADING_VERSION_2
/* Has a later interface alone, 00000000-0000-0000-0000-0000000000F2. */
static int32_t query(void *self, checker_uuid id, void **result) {
  static const checker_uuid second = {{[15] = 0xF2}};
  *result = memcmp(&id, &second, sizeof id) == 0 ? self : NULL;
  if (*result == NULL) return CHECKER_ABSENT;
  base_add_ref(self);
  return CHECKER_OK;
}
static const checker_interface_v1 table = {{query, base_add_ref, base_release}, sizeof table, 2, describe, check};
#else
static const checker_interface_v1 table = TABLE(describe, check);
#endif

static void *make(const void *allocator, const checker_uuid *type) {
  (void)allocator;
  return base_make(&table, type);
}

void *LoadingFactory(const void *allocator, const checker_uuid *type) { return make(allocator, type); }

static const checker_description second = {.size = sizeof(checker_description), .identifier = TEXT(IDENTIFIER ".second"),
                                           .version = TEXT("1.0"), .summary = TEXT("The second")};
static const checker_description *describe_second(void *self) { (void)self; return &second; }
static const checker_interface_v1 second_table = TABLE(describe_second, check);
void *SecondFactory(const void *allocator, const checker_uuid *type) {
  (void)allocator;
  return base_make(&second_table, type);
}

/* Register functions. */
void CFPlugInDynamicRegister(const checker_plug_in *plug_in) {
  if (plug_in->size < sizeof *plug_in || plug_in->abi_version == 0) abort();
  plug_in->register_factory(plug_in->context, factory_id, make);
  plug_in->register_type(plug_in->context, type_id, factory_id);
}
void RegisterAndKeep(const checker_plug_in *plug_in) {
  CFPlugInDynamicRegister(plug_in);
  kept = *plug_in;
}
void RegisterNothing(const checker_plug_in *plug_in) { (void)plug_in; }
void RegisterNoType(const checker_plug_in *plug_in) { plug_in->register_factory(plug_in->context, factory_id, make); }
void RegisterTwice(const checker_plug_in *plug_in) {
  CFPlugInDynamicRegister(plug_in);
  if (plug_in->register_factory(plug_in->context, factory_id, make) != CHECKER_INVALID) abort();
}
void RegisterNoFactory(const checker_plug_in *plug_in) {
  if (plug_in->register_type(plug_in->context, type_id, factory_id) != CHECKER_ABSENT) abort();
}
void RegisterNull(const checker_plug_in *plug_in) {
  if (plug_in->register_factory(plug_in->context, factory_id, NULL) != CHECKER_INVALID) abort();
  if (plug_in->register_factory(NULL, factory_id, make) != CHECKER_INVALID) abort();
  if (plug_in->register_type(NULL, type_id, factory_id) != CHECKER_INVALID) abort();
}
void RegisterLoop(const checker_plug_in *plug_in) {
  (void)plug_in;
  for (volatile int i = 0;; i++) {}
}

/* Unload functions. */
void UnloadCrash(const checker_plug_in *plug_in) {
  (void)plug_in;
  abort();
}
#ifdef TRACE
/* Leaves a line in a file: what it registers now must be refused. */
void Unload(const checker_plug_in *plug_in) {
  int file = open(TRACE, O_WRONLY | O_CREAT | O_APPEND, 0644);
  kept_status = plug_in->register_factory(plug_in->context, late_id, make);
  dprintf(file, "unload %d\n", kept_status);
  close(file);
}
#endif
void UnloadLoop(const checker_plug_in *plug_in) {
  (void)plug_in;
  for (volatile int i = 0;; i++) {}
}
#endif
