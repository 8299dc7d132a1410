// The system's libxml2, of which PropertyLists uses only the SAX2 interface, without push parsing.
#pragma once
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
