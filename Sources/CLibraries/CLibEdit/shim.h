// The system's libedit: lines that can be edited, with history.
#pragma once
#include <histedit.h>
