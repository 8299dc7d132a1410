// The system's RE2, used by CByteSearch. Its headers are C++, so that only the name of the library is here.
#pragma once
