/// The lines of a log: of a file, or of standard input.
struct LogLines {
    private var file: LineFile?
    private var input = StandardInput()

    /// Far above the longest line that the service writes.
    private static let longestLine = 1 << 16

    /// - Parameter path: a file, or `-` for standard input.
    init(_ path: String) throws(LineFile.Failure) {
        file = path == "-" ? nil : try LineFile(path, longest: Self.longestLine)
    }

    /// What the log says about a request, in the order of the log.
    mutating func sentences(about requestID: String) throws(LineFile.Failure) -> [Sentence] {
        var found: [Sentence] = []
        while let taken = try next() {
            guard case .bytes(let bytes) = taken else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            guard text.contains(requestID), let line = LogLine(text), line.metadata["request_id"] == requestID
            else { continue }
            found.append(LogSentence(line: line).sentence)
        }
        return found
    }

    private mutating func next() throws(LineFile.Failure) -> InputLine? {
        guard file != nil else { return input.line(limit: Self.longestLine) }
        return try file?.next()
    }
}
