/* Says all that it is shown: the twin of ValueChecker in Swift. */
#include "base.h"

#include <stdarg.h>
#include <stdio.h>

static const checker_host *host;

static void say(checker_finding finding, const char *format, ...) {
  char line[1000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  finding.size = sizeof finding;
  finding.message = base_text(line);
  host->report(host->context, &finding);
}

static void say_value(const char *name, checker_node value) {
  void *context = host->context;
  checker_finding finding = {.node = value};
  checker_text text = {0};
  int64_t integer = 0;
  double real = 0;
  uint32_t boolean = 0;
  const unsigned char *bytes = NULL;
  size_t count = 0;
  uint32_t kind = host->kind(context, value);
  switch (kind) {
    case CHECKER_KIND_DICTIONARY:
    case CHECKER_KIND_ARRAY:
    case CHECKER_KIND_SET:
      count = host->count(context, value);
      say(finding, "%s: kind %u of %zu", name, kind, count);
      for (size_t i = 0; i < count; i++) {
        char path[500];
        checker_text key = {0};
        checker_node entry = 0;
        host->entry(context, value, i, &key, &entry);
        if (key.bytes != NULL) snprintf(path, sizeof path, "%s.%.*s", name, (int)key.count, key.bytes);
        else snprintf(path, sizeof path, "%s.%zu", name, i);
        say_value(path, entry);
      }
      break;
    case CHECKER_KIND_TEXT:
      host->text(context, value, &text);
      say(finding, "%s: text %.*s", name, (int)text.count, text.bytes);
      break;
    case CHECKER_KIND_INTEGER:
    case CHECKER_KIND_UID:
      if (host->integer(context, value, &integer) == CHECKER_OK) say(finding, "%s: integer %lld", name, (long long)integer);
      else say(finding, "%s: integer beyond", name);
      break;
    case CHECKER_KIND_REAL:
      host->real(context, value, &real);
      say(finding, "%s: real %lld", name, (long long)(real * 1000));
      break;
    case CHECKER_KIND_BOOLEAN:
      host->boolean(context, value, &boolean);
      say(finding, "%s: boolean %u", name, boolean);
      break;
    case CHECKER_KIND_DATE:
      host->date(context, value, &real);
      say(finding, "%s: date %lld", name, (long long)real);
      break;
    case CHECKER_KIND_DATA:
      host->data(context, value, (const void **)&bytes, &count);
      say(finding, "%s: data of %zu from %u", name, count, count > 0 ? bytes[0] : 0);
      break;
    default: say(finding, "%s: kind %u", name, kind);
  }
}

static void say_bundle(checker_node bundle) {
  void *context = host->context;
  checker_finding finding = {0};
  size_t count = 0;
  for (uint32_t field = CHECKER_BUNDLE_PATH; field <= CHECKER_BUNDLE_RESOURCES_PATH; field++) {
    checker_text text = {0};
    if (host->bundle_text(context, bundle, field, &text) == CHECKER_OK)
      say(finding, "field %u: %.*s", field, (int)text.count, text.bytes);
  }
  say(finding, "parent %d", host->parent(context, bundle) != 0);
  host->file_count(context, bundle, &count);
  for (size_t i = 0; i < count; i++) {
    checker_text path = {0};
    uint32_t type = 0;
    checker_file file = {.size = sizeof file};
    host->file_path(context, bundle, i, &path, &type);
    host->file(context, bundle, path, &file);
    checker_finding at = {.file = path};
    say(at, "file of type %u, %llu bytes, executable %d", type, (unsigned long long)file.length, (file.mode & 0111) != 0);
    if (type == CHECKER_FILE_REGULAR) {
      /* In pieces of seven bytes. */
      unsigned char piece[7];
      uint64_t offset = 0, sum = 0;
      size_t got = 0;
      while (host->read(context, bundle, path, offset, piece, sizeof piece, &got) == CHECKER_OK && got > 0) {
        for (size_t b = 0; b < got; b++) sum = sum * 31 + piece[b];
        offset += got;
      }
      say(at, "content of %llu bytes: %llu", (unsigned long long)offset, (unsigned long long)(sum % 1000003));
    }
  }
  count = host->child_count(context, bundle);
  for (size_t i = 0; i < count; i++) say_bundle(host->child(context, bundle, i));
}

static int32_t check(void *self, const checker_host *given) {
  (void)self;
  host = given;
  checker_node bundle = host->bundle(host->context), info = host->info(host->context, bundle);
  host->log(host->context, base_text("begins"));
  checker_node options = host->options(host->context);
  const char *names[] = {"flag", "count", "ratio", "word", "words", "choice"};
  for (int i = 0; i < 6; i++)
    if (host->kind(host->context, host->value(host->context, options, base_text(names[i]))) != 0) {
      checker_finding none = {0};
      say(none, "option %s", names[i]);
    }
  say_value("info", info);
  checker_finding missing = {.node = info, .key = TEXT("Absent"), .expected = TEXT("a key"), .fix = TEXT("add it"),
                             .discriminator = TEXT("d"), .severity = CHECKER_SEVERITY_WARNING};
  say(missing, "missing");
  say_bundle(bundle);
  return CHECKER_OK;
}

static const checker_description description = {.size = sizeof(checker_description), .identifier = TEXT("com.example.values"),
                                                .version = TEXT("1.0"), .summary = TEXT("Says all that it is shown")};
static const checker_description *describe(void *self) { (void)self; return &description; }
static const checker_interface_v1 table = TABLE(describe, check);
void *ValuesFactory(const void *allocator, const checker_uuid *type) {
  (void)allocator;
  return base_make(&table, type);
}
