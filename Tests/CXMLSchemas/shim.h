// libxml2's validation by XML Schema, for the tests of what the program writes as XML.
#pragma once
#include <libxml/parser.h>
#include <libxml/xmlschemas.h>
