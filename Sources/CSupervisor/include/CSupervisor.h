/// The process that supervises the process of one checker.
///
/// Written in C because Swift cannot call `fork`. The supervisor runs no code of the checker. It ends all processes that the checker
/// started, in any session, and removes its directory.
#ifndef C_SUPERVISOR_H
#define C_SUPERVISOR_H

/// The private directory of the checker could not be made.
#define SUPERVISOR_NO_DIRECTORY 88
/// The worker process could not be started.
#define SUPERVISOR_NO_PROCESS 89
/// Processes that the checker started could not be ended.
#define SUPERVISOR_LEFTOVERS 90

/// Splits this process, which must have a single thread, into a supervisor and a supervised worker. Returns in the worker.
///
/// The worker leads its own session. Its working directory, TMPDIR and HOME are a new empty directory, which is removed at the end. It
/// keeps `connection` and the standard streams, and has no rights beyond the rights of this user.
///
/// The supervisor waits until the worker ends or the other end of `lifeline` is closed. Then it ends all remaining processes, and itself as
/// the worker ended: with the same status or by the same signal.
void supervisor_split(int connection, int lifeline);

/// Whether this process is a copy of the worker made by a `fork` in the checker. It must not use the connection.
int supervisor_is_copy(void);

/// Keeps other processes of this user from reading this process's environment and memory, if the system supports it.
void supervisor_hide_program(void);

#endif
