// The system's libedit, for editing lines with history.
#pragma once
#include <histedit.h>
