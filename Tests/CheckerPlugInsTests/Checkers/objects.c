/* Factories whose objects are not what the interface asks for: each named for what is wrong. */
#include "base.h"

#include <math.h>

static const checker_description sound = {.size = sizeof(checker_description), .identifier = TEXT("com.example.object"),
                                          .version = TEXT("1.0"), .summary = TEXT("An object")};

static int32_t check(void *self, const checker_host *host) { (void)self; (void)host; return CHECKER_OK; }
static const checker_description *describe(void *self) { (void)self; return &sound; }


/* Objects and tables. */
void *Null(const void *allocator, const checker_uuid *type) { (void)allocator; (void)type; return NULL; }

void *OtherType(const void *allocator, const checker_uuid *type) {
  static const checker_interface_v1 functions = TABLE(describe, check);
  (void)allocator;
  return type->bytes[0] == 0 ? base_make(&functions, type) : NULL;
}

void *NullTable(const void *allocator, const checker_uuid *type) { (void)allocator; return base_make(NULL, type); }

static int32_t query_nothing(void *self, checker_uuid id, void **result) {
  (void)self; (void)id;
  *result = NULL;
  return CHECKER_ABSENT;
}

static int32_t query_null(void *self, checker_uuid id, void **result) {
  (void)self; (void)id;
  *result = NULL;
  return CHECKER_OK;
}

static int32_t query_bare(void *self, checker_uuid id, void **result) {
  static object bare = {NULL, 1};
  (void)self; (void)id;
  *result = &bare;
  return CHECKER_OK;
}

#define COUNTS sizeof(checker_interface_v1), CHECKER_ABI_VERSION
/* Braces hold commas that the preprocessor would take for its own. */
#define ODD(name, ...)                                                \
  void *name(const void *allocator, const checker_uuid *type) {       \
    static const checker_interface_v1 functions = __VA_ARGS__;        \
    (void)allocator;                                                  \
    return base_make(&functions, type);                               \
  }

ODD(NullQuery, {{NULL, base_add_ref, base_release}, COUNTS, describe, check})
ODD(NullRelease, {{base_query, base_add_ref, NULL}, COUNTS, describe, check})
ODD(UnknownInterface, {{query_nothing, base_add_ref, base_release}, COUNTS, describe, check})
ODD(NullInterface, {{query_null, base_add_ref, base_release}, COUNTS, describe, check})
ODD(BareInterface, {{query_bare, base_add_ref, base_release}, COUNTS, describe, check})
ODD(NullDescribe, {{base_query, base_add_ref, base_release}, COUNTS, NULL, check})
ODD(NullCheck, {{base_query, base_add_ref, base_release}, COUNTS, describe, NULL})
ODD(SmallTable, {{base_query, base_add_ref, base_release}, sizeof(checker_interface_v1) - 8, 1, describe, check})
ODD(LargeTable, {{base_query, base_add_ref, base_release}, sizeof(checker_interface_v1) + 64, 1, describe, check})
ODD(Version2, {{base_query, base_add_ref, base_release}, sizeof(checker_interface_v1), 2, describe, check})
ODD(Version0, {{base_query, base_add_ref, base_release}, sizeof(checker_interface_v1), 0, describe, check})

/* Descriptions. */
static const checker_description *describe_null(void *self) { (void)self; return NULL; }
ODD(NullDescription, TABLE(describe_null, check))

#define DESCRIBED(name, ...)                                          \
  static const checker_description *describe_##name(void *self) {     \
    static const checker_description description = {                  \
        .size = sizeof(checker_description), .identifier = TEXT("com.example.object"), .version = TEXT("1.0"), \
        .summary = TEXT("An object"), __VA_ARGS__};                   \
    (void)self;                                                       \
    return &description;                                              \
  }                                                                   \
  ODD(name, TABLE(describe_##name, check))

#define OPTIONED(name, ...)                                           \
  static const checker_option options_##name[] = {{__VA_ARGS__}, {__VA_ARGS__}}; \
  DESCRIBED(name, .options = options_##name, .option_count = 1)

#if defined(__clang__)
#pragma clang diagnostic ignored "-Winitializer-overrides"
#else
#pragma GCC diagnostic ignored "-Woverride-init"
#endif

DESCRIBED(SmallDescription, .size = 80)
DESCRIBED(LargeDescription, .size = 1000)
DESCRIBED(NoIdentifier, .identifier = {NULL, 0})
DESCRIBED(NullIdentifier, .identifier = {NULL, 10})
DESCRIBED(EmptyIdentifier, .identifier = {"", 0})
DESCRIBED(UpperIdentifier, .identifier = TEXT("com.Example.object"))
DESCRIBED(BrokenIdentifier, .identifier = TEXT("com.example.\xFF"))
DESCRIBED(MinusIdentifier, .identifier = {"com", (size_t)-1})
DESCRIBED(NoVersion, .version = {NULL, 0})
DESCRIBED(NoSummary, .summary = {"", 0})
DESCRIBED(BrokenSummary, .summary = TEXT("a \xC3("))
DESCRIBED(ZeroSummary, .summary = TEXT("a\0b"))
DESCRIBED(BrokenHelp, .help = TEXT("\xED\xA0\x80"))
DESCRIBED(NullOptions, .option_count = 3)
DESCRIBED(ManyOptions, .options = (const checker_option *)&sound, .option_count = 257)
DESCRIBED(MinusOptions, .options = (const checker_option *)&sound, .option_count = (size_t)-1)

#define SOUND .size = sizeof(checker_option), .type = CHECKER_OPTION_TEXT, .name = TEXT("name"), .summary = TEXT("An option")
OPTIONED(SmallOption, SOUND, .size = 40)
OPTIONED(UnnamedOption, SOUND, .name = {NULL, 0})
OPTIONED(BrokenOptionName, SOUND, .name = TEXT("\x80"))
OPTIONED(CamelOption, SOUND, .name = TEXT("aName"))
OPTIONED(TypelessOption, SOUND, .type = 0)
OPTIONED(Type6Option, SOUND, .type = 6)
OPTIONED(NoOptionSummary, SOUND, .summary = {NULL, 0})
OPTIONED(BrokenDefault, SOUND, .default_text = TEXT("\xFF"))
OPTIONED(CrossedBounds, SOUND, .type = CHECKER_OPTION_NUMBER, .is_bounded = 1, .minimum = 2, .maximum = 1)
OPTIONED(NaNBounds, SOUND, .type = CHECKER_OPTION_NUMBER, .is_bounded = 1, .minimum = NAN, .maximum = 1)
OPTIONED(NullChoices, SOUND, .choice_count = 1)
OPTIONED(ManyChoices, SOUND, .choices = &sound.identifier, .choice_count = 1025)
OPTIONED(MinusChoices, SOUND, .choices = &sound.identifier, .choice_count = (size_t)-1)
OPTIONED(EmptyChoice, SOUND, .choices = &sound.help, .choice_count = 1)

static const checker_option twins[] = {{SOUND}, {SOUND}};
DESCRIBED(OptionTwins, .options = twins, .option_count = 2)

/* Ones that are sound. */
ODD(Sound, TABLE(describe, check))
ODD(Twin, TABLE(describe, check))
DESCRIBED(Second, .identifier = TEXT("com.example.object.second"))

void *Loop(const void *allocator, const checker_uuid *type) {
  (void)allocator; (void)type;
  for (volatile int i = 0;; i++) {}
}
static const checker_description *describe_loop(void *self) {
  (void)self;
  for (volatile int i = 0;; i++) {}
  return NULL;
}
ODD(LoopDescribe, TABLE(describe_loop, check))
