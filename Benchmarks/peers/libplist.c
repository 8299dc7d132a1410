// libplist, which the tools of libimobiledevice use.
#include <plist/plist.h>

#include "measurement.h"

static int is_strings;

// The number of values, so that the whole list is visited.
static long values(plist_t node) {
  long sum = 1;
  switch (plist_get_node_type(node)) {
    case PLIST_DICT: {
      plist_dict_iter iterator = NULL;
      plist_dict_new_iter(node, &iterator);
      for (;;) {
        char *key = NULL;
        plist_t value = NULL;
        plist_dict_next_item(node, iterator, &key, &value);
        if (key == NULL) break;
        free(key);
        sum += values(value);
      }
      free(iterator);
      return sum;
    }
    case PLIST_ARRAY:
      for (uint32_t at = 0; at < plist_array_get_size(node); at++) sum += values(plist_array_get_item(node, at));
      return sum;
    default:
      return sum;
  }
}

static long work(content file) {
  plist_t list = NULL;
  if (file.count > 6 && memcmp(file.bytes, "bplist", 6) == 0) {
    plist_from_bin(file.bytes, (uint32_t)file.count, &list);
  } else if (is_strings) {
    // Versions before 2.3 cannot read this format.
    fail("not supported");
  } else {
    plist_from_xml(file.bytes, (uint32_t)file.count, &list);
  }
  if (list == NULL) fail("not a property list");
  long size = values(list);
  plist_free(list);
  return size;
}

int main(int count, char **arguments) {
  is_strings = count > 1 && strcmp(arguments[1], "strings") == 0;
  return measure(count, arguments, work);
}
