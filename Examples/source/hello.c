// The main program of the example apps. It declares what it calls, so no SDK is needed to build it.
extern int puts(const char *text);

int main(void) { return puts("Hello") < 0; }
