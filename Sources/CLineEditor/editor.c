#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CLineEditor.h"
#include <histedit.h>

// If there are more words, only their number is shown.
#define MOST_LISTED 120
#define WIDTH 80

struct le_editor {
  EditLine *line;
  History *history;
  const char *prompt;
  le_completer completer;
  void *context;
  char *text;
};

struct le_words {
  char **words;
  size_t count, room, start;
};

void le_set_start(le_words *words, size_t start) { words->start = start; }

void le_add_word(le_words *words, const char *word) {
  if (words->count == words->room) {
    size_t room = words->room * 2 + 16;
    char **larger = realloc(words->words, room * sizeof *larger);
    if (larger == NULL) return;
    words->words = larger;
    words->room = room;
  }
  char *copy = strdup(word);
  if (copy != NULL) words->words[words->count++] = copy;
}

static le_editor *editor_of(EditLine *line) {
  void *data = NULL;
  el_get(line, EL_CLIENTDATA, &data);
  return data;
}

static char *prompt(EditLine *line) {
  // libedit does not write through this pointer.
  return (char *)editor_of(line)->prompt;
}

/// Returns the length in bytes of the words' common prefix, in whole characters.
static size_t shared(const le_words *words) {
  size_t length = strlen(words->words[0]);
  for (size_t i = 1; i < words->count; i++) {
    size_t same = 0;
    while (same < length && words->words[i][same] == words->words[0][same]) same++;
    length = same;
  }
  while (length > 0 && ((unsigned char)words->words[0][length] & 0xC0) == 0x80) length--;
  return length;
}

static void list(const le_words *words) {
  printf("\n");
  if (words->count > MOST_LISTED) {
    printf("%zu words; go on typing\n", words->count);
  } else {
    size_t longest = 0;
    for (size_t i = 0; i < words->count; i++) {
      if (strlen(words->words[i]) > longest) longest = strlen(words->words[i]);
    }
    size_t columns = WIDTH / (longest + 2);
    if (columns == 0) columns = 1;
    for (size_t i = 0; i < words->count; i++) {
      bool last = i % columns == columns - 1 || i == words->count - 1;
      printf("%-*s%s", last ? 0 : (int)longest + 2, words->words[i], last ? "\n" : "");
    }
  }
  fflush(stdout);
}

static unsigned char complete(EditLine *line, int key) {
  (void)key;
  le_editor *editor = editor_of(line);
  const LineInfo *info = el_line(line);
  size_t length = (size_t)(info->cursor - info->buffer);
  char *text = malloc(length + 1);
  if (text == NULL) return CC_ERROR;
  memcpy(text, info->buffer, length);
  text[length] = 0;
  le_words words = {NULL, 0, 0, length};
  editor->completer(editor->context, text, length, &words);
  unsigned char result = CC_ERROR;
  if (words.count > 0 && words.start <= length) {
    size_t typed = length - words.start, common = shared(&words);
    // Every word starts with the typed text.
    if (common > typed && strncmp(words.words[0], text + words.start, typed) == 0) {
      char *rest = strndup(words.words[0] + typed, common - typed);
      if (rest != NULL && el_insertstr(line, rest) == 0) result = CC_REFRESH;
      free(rest);
    } else if (words.count > 1) {
      list(&words);
      result = CC_REDISPLAY;
    }
  }
  for (size_t i = 0; i < words.count; i++) free(words.words[i]);
  free(words.words);
  free(text);
  return result;
}

le_editor *le_open(const char *program, le_completer completer, void *context) {
  // Needed for moving over multi-byte characters.
  setlocale(LC_CTYPE, "");
  le_editor *editor = calloc(1, sizeof *editor);
  if (editor == NULL) return NULL;
  editor->prompt = "";
  editor->completer = completer;
  editor->context = context;
  editor->line = el_init(program, stdin, stdout, stderr);
  editor->history = history_init();
  if (editor->line == NULL || editor->history == NULL) {
    le_close(editor);
    return NULL;
  }
  HistEvent event;
  history(editor->history, &event, H_SETSIZE, 1000);
  history(editor->history, &event, H_SETUNIQUE, 1);
  el_set(editor->line, EL_CLIENTDATA, editor);
  el_set(editor->line, EL_SIGNAL, 1);
  el_set(editor->line, EL_PROMPT, prompt);
  el_set(editor->line, EL_EDITOR, "emacs");
  el_set(editor->line, EL_HIST, history, editor->history);
  el_set(editor->line, EL_ADDFN, "bundlepolicy-complete", "Complete the word", complete);
  el_set(editor->line, EL_BIND, "^I", "bundlepolicy-complete", NULL);
  el_set(editor->line, EL_BIND, "^R", "em-inc-search-prev", NULL);
  // Reads the user's configuration of libedit.
  el_source(editor->line, NULL);
  // Control-D typed during an evaluation arrives as a NUL byte, because the terminal is in canonical mode then (in Linux's n_tty an end of
  // file is kept as one). libedit would take NUL for the key that quotes the next character, because terminals without such a key report
  // NUL for it: the next Control-D would be inserted instead of ending the input.
  el_set(editor->line, EL_BIND, "^@", "em-set-mark", NULL);
  return editor;
}

void le_close(le_editor *editor) {
  if (editor->line != NULL) el_end(editor->line);
  if (editor->history != NULL) history_end(editor->history);
  free(editor->text);
  free(editor);
}

le_status le_read(le_editor *editor, const char *text, const char **line) {
  int count = 0;
  *line = NULL;
  editor->prompt = text;
  errno = 0;
  const char *read = el_gets(editor->line, &count);
  if (read == NULL || count <= 0) {
    if (count < 0 && errno == EINTR) {
      el_reset(editor->line);
      return LE_INTERRUPTED;
    }
    return LE_END;
  }
  free(editor->text);
  size_t length = strlen(read);
  while (length > 0 && (read[length - 1] == '\n' || read[length - 1] == '\r')) length--;
  editor->text = strndup(read, length);
  *line = editor->text;
  return editor->text == NULL ? LE_END : LE_LINE;
}

void le_add_history(le_editor *editor, const char *line) {
  HistEvent event;
  history(editor->history, &event, H_ENTER, line);
}

bool le_load_history(le_editor *editor, const char *path) {
  HistEvent event;
  return history(editor->history, &event, H_LOAD, path) >= 0;
}

bool le_save_history(le_editor *editor, const char *path) {
  HistEvent event;
  return history(editor->history, &event, H_SAVE, path) >= 0;
}
