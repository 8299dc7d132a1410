// libxml2's parser and its validation by XML Schema, for tests of XML and HTML output.
#pragma once
#include <libxml/parser.h>
#include <libxml/xmlschemas.h>
#include <stdbool.h>

// Swift imports `XML_ELEMENT_NODE` in one module only, which is not this one if the program's own module has it.
static inline bool isElement(const xmlNode *node) { return node->type == XML_ELEMENT_NODE; }

// `xmlFree` is a global variable, which Swift does not consider safe to read.
static inline void freeText(xmlChar *text) {
  if (text) xmlFree(text);
}
