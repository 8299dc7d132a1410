// libxml2's reader and its validation by XML Schema, for the tests of what the program writes as XML and as HTML.
#pragma once
#include <libxml/parser.h>
#include <libxml/xmlschemas.h>
#include <stdbool.h>

// Swift sees `XML_ELEMENT_NODE` in one module only, and that is not this one when the program's own has it.
static inline bool isElement(const xmlNode *node) { return node->type == XML_ELEMENT_NODE; }

// `xmlFree` is a variable, which Swift does not let a program read safely.
static inline void freeText(xmlChar *text) {
  if (text) xmlFree(text);
}
