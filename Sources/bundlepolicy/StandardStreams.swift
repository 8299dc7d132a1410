import Basics

/// The three streams that a program is started with.
enum StandardStreams {
  /// Takes the numbers of streams that were closed before the start: a file that is opened would get one of them, and what is written
  /// to the stream would go into that file. Reading and writing the stream goes on failing.
  static func reserve() {
    for (stream, wrongWay) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] as [(Int32, Int32)] {
      // A file gets the lowest number that is free, and those before it are taken by now.
      if fcntl(stream, F_GETFD) < 0, errno == EBADF { _ = open("/dev/null", wrongWay) }
    }
  }
}
