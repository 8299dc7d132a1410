import Testing

/// All that compiles checkers or starts processes, one after the other.
@Suite(.serialized, .enabled(if: CheckerCompiler.path != nil, "no C compiler (cc, gcc, clang) in PATH"))
struct CheckerSuite {}
