// The Share extension. A real one starts at NSExtensionMain; this one only has to be a true executable.
int main(void) { return 0; }
