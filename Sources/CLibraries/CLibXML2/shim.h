// The system's libxml2: its push-free SAX2 interface is all that PropertyLists uses.
#pragma once
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
