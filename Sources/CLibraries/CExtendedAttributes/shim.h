// Extended attributes of files, which are not in Swift's module of glibc.
#pragma once
#include <sys/types.h>
#include <sys/xattr.h>
