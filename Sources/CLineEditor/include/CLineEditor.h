// Reads lines from a terminal with editing, history and completion, by libedit. Its own interface takes variable arguments, which
// Swift can't call; this is what the program needs of it.
#pragma once
#include <stdbool.h>
#include <stddef.h>

#if !defined(__clang__)
#define _Nullable
#define _Nonnull
#endif

typedef struct le_editor le_editor;
/// Where the words go that a line may end in. Valid during the callback only.
typedef struct le_words le_words;

typedef enum le_status {
  LE_LINE = 0,
  /// The end of the input: Control-D on an empty line.
  LE_END,
  /// A signal came, such as Control-C.
  LE_INTERRUPTED,
} le_status;

/// Asked for the words that may stand at the end of the first `length` bytes of a line.
typedef void (*le_completer)(void *_Nullable context, const char *_Nonnull line, size_t length, le_words *_Nonnull words);

/// An editor on standard input and output; NULL when there is no memory, or the terminal is none that can be steered.
le_editor *_Nullable le_open(const char *_Nonnull program, le_completer _Nonnull completer, void *_Nullable context);
void le_close(le_editor *_Nonnull editor);

/// Reads a line. It has no newline at its end, and is valid until the next call.
le_status le_read(le_editor *_Nonnull editor, const char *_Nonnull prompt, const char *_Nullable *_Nonnull line);

/// Words replace the bytes of the line from `start` to the cursor.
void le_set_start(le_words *_Nonnull words, size_t start);
void le_add_word(le_words *_Nonnull words, const char *_Nonnull word);

/// History: the latest 1000 lines; equal neighbours are kept once.
void le_add_history(le_editor *_Nonnull editor, const char *_Nonnull line);
bool le_load_history(le_editor *_Nonnull editor, const char *_Nonnull path);
bool le_save_history(le_editor *_Nonnull editor, const char *_Nonnull path);
