// The system's libyaml, of which StructuredText uses only the event parser, for YAML files of parameters. (Yams, the usual wrapper, imports
// Foundation, whose headers conflict with libxml2's, and which would make every start slower.)
#pragma once
#include <yaml.h>
