enum PictureError: Error, Hashable {
  /// It does not decode; the reason without the file's name.
  case damaged(String)
  case tooManyPixels(width: Int, height: Int, limit: Int)
}
