// Extended attributes of files, which are not in Swift's module of glibc.
#pragma once
#include <sys/types.h>
#if __has_include(<sys/xattr.h>)
#include <sys/xattr.h>
#elif defined(__APPLE__)
// For the type check without macOS, whose headers lack this one: the declaration used here.
ssize_t flistxattr(int descriptor, char *names, size_t size, int options);
#else
#error "sys/xattr.h is missing"
#endif
