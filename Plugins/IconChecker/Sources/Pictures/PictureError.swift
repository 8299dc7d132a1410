/// Why a file or part of one is no picture that can be judged.
enum PictureError: Error, Hashable {
  /// It does not decode; why, without the file's name.
  case damaged(String)
  /// It has more pixels than are decoded.
  case tooManyPixels(width: Int, height: Int, limit: Int)
}
