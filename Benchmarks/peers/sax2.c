// libxml2's SAX2 parser with handlers that only count: the minimum cost of any reader based on it.
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include "measurement.h"

static long events;

static void started(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
                    const xmlChar **all, int attributes, int defaulted, const xmlChar **values) {
  (void)context, (void)name, (void)prefix, (void)uri, (void)namespaces, (void)all, (void)attributes, (void)defaulted, (void)values;
  events++;
}

static void ended(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
  (void)context, (void)name, (void)prefix, (void)uri;
  events++;
}

static void characters(void *context, const xmlChar *text, int count) { (void)context, (void)text, (void)count; }

static long work(content file) {
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = started;
  handler.endElementNs = ended;
  handler.characters = characters;
  events = 0;
  xmlParserCtxtPtr context = xmlCreateMemoryParserCtxt(file.bytes, (int)file.count);
  if (context == NULL) fail("no parser");
  xmlSAXHandlerPtr own = context->sax;
  context->sax = &handler;
  xmlCtxtUseOptions(context, XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_COMPACT);
  xmlParseDocument(context);
  if (!context->wellFormed) fail("not well-formed");
  context->sax = own;
  xmlFreeDoc(context->myDoc);
  xmlFreeParserCtxt(context);
  return events;
}

int main(int count, char **arguments) { return measure(count, arguments, work); }
