/// A line without its end.
enum InputLine {
    case bytes([UInt8])
    /// It has more bytes than anybody wants to keep.
    case tooLong
}
