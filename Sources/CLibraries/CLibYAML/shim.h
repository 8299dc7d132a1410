// The system's libyaml: its event parser is all that StructuredText uses, for YAML files of parameters. (Yams, the usual
// wrapper, imports Foundation, whose headers and those of libxml2 do not get along, and which every start would pay for.)
#pragma once
#include <yaml.h>
