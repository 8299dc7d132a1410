/// The process that supervises the process of one checker.
///
/// In C, because Swift cannot call `fork`. The supervisor runs no code of a checker. It ends whatever the checker has started, in
/// whatever session, and removes its directory.
#ifndef C_SUPERVISOR_H
#define C_SUPERVISOR_H

/// No private directory can be made for the checker.
#define SUPERVISOR_NO_DIRECTORY 88
/// No second process can be started.
#define SUPERVISOR_NO_PROCESS 89
/// Processes that the checker started could not be ended.
#define SUPERVISOR_LEFTOVERS 90

/// Splits this process, which must have one thread, into a supervisor and the worker that it supervises. Returns in the worker.
///
/// The worker leads a session of its own. Its working directory, TMPDIR and HOME are a new empty directory, which is removed at its
/// end. It keeps `connection` and the standard streams, and has no rights that this user does not have.
///
/// The supervisor waits until the worker ends or `lifeline` is closed at its other end. Then it ends all that is left, and ends as the
/// worker did: with its status, or by its signal.
void supervisor_split(int connection, int lifeline);

/// Whether this process is a copy of the worker, made by a `fork` of the checker. It must not use the connection.
int supervisor_is_copy(void);

/// Keeps other processes of this user from reading this one's variables and memory, where the system can do that.
void supervisor_hide_program(void);

#endif
