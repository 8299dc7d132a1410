/// Why an image cannot be checked.
enum PictureError: Error, Hashable {
  /// It does not decode; the reason without the file's name.
  case damaged(String)
  /// It has too many pixels to decode.
  case tooManyPixels(width: Int, height: Int, limit: Int)
}
