/// A line of input without its line break.
enum InputLine {
    case bytes([UInt8])
    /// The line exceeds the limit.
    case tooLong
}
