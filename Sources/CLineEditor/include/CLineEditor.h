// Reads lines from a terminal with editing, history and completion, using libedit. Swift cannot call libedit's variadic functions.
#pragma once
#include <stdbool.h>
#include <stddef.h>

#if !defined(__clang__)
#define _Nullable
#define _Nonnull
#endif

typedef struct le_editor le_editor;
/// Receives the possible words at the end of a line. Valid only during the callback.
typedef struct le_words le_words;

typedef enum le_status {
  LE_LINE = 0,
  /// The end of the input, or Control-D on an empty line.
  LE_END,
  /// A signal arrived, such as Control-C.
  LE_INTERRUPTED,
} le_status;

/// Provides the words that may complete the first `length` bytes of a line.
typedef void (*le_completer)(void *_Nullable context, const char *_Nonnull line, size_t length, le_words *_Nonnull words);

/// Makes an editor on standard input and output. Returns NULL if memory is short or the terminal does not support editing.
le_editor *_Nullable le_open(const char *_Nonnull program, le_completer _Nonnull completer, void *_Nullable context);
void le_close(le_editor *_Nonnull editor);

/// Reads a line without its line feed. The line is valid until the next call.
le_status le_read(le_editor *_Nonnull editor, const char *_Nonnull prompt, const char *_Nullable *_Nonnull line);

/// The words replace the line from `start`, an offset in bytes, to the cursor.
void le_set_start(le_words *_Nonnull words, size_t start);
void le_add_word(le_words *_Nonnull words, const char *_Nonnull word);

/// The history has the last 1000 lines, without consecutive duplicates.
void le_add_history(le_editor *_Nonnull editor, const char *_Nonnull line);
bool le_load_history(le_editor *_Nonnull editor, const char *_Nonnull path);
bool le_save_history(le_editor *_Nonnull editor, const char *_Nonnull path);
