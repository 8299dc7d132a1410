// libplist, which libimobiledevice's tools read with.
#include <plist/plist.h>

#include "measurement.h"

static int is_strings;

static long work(content file) {
  plist_t list = NULL;
  if (file.count > 6 && memcmp(file.bytes, "bplist", 6) == 0) {
    plist_from_bin(file.bytes, (uint32_t)file.count, &list);
  } else if (is_strings) {
    // Versions before 2.3 have no reader of this format.
    fail("not supported");
  } else {
    plist_from_xml(file.bytes, (uint32_t)file.count, &list);
  }
  if (list == NULL) fail("not a property list");
  long size = plist_get_node_type(list) == PLIST_DICT ? (long)plist_dict_get_size(list) : 1;
  plist_free(list);
  return size;
}

int main(int count, char **arguments) {
  is_strings = count > 1 && strcmp(arguments[1], "strings") == 0;
  return measure(count, arguments, work);
}
