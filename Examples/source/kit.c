// Kit.framework: one function, one version number.
int KitVersion(void) { return 42; }
