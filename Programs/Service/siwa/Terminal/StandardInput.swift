import Foundation

/// Reads standard input with bounded memory.
struct StandardInput {
    private let handle: FileHandle
    private var waiting: [UInt8] = []
    private var isAtEnd = false

    init(_ handle: FileHandle = .standardInput) {
        self.handle = handle
    }

    /// The whole input as text without a final line break; `nil` if it has more than `limit` bytes.
    mutating func text(limit: Int) -> String? {
        bytes(limit: limit).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The whole input without a final line break; `nil` if it has more than `limit` bytes.
    mutating func bytes(limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while let piece = read() {
            bytes += piece
            guard bytes.count <= limit else { return nil }
        }
        return Self.withoutFinalLineBreak(bytes)
    }

    /// Editors and `echo` end a text with a line break that does not belong to it.
    static func withoutFinalLineBreak(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }

    /// The next line; `nil` at the end.
    mutating func line(limit: Int) -> InputLine? {
        var line: [UInt8] = []
        var isTooLong = false
        while true {
            if let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
                line += waiting[..<end]
                waiting.removeSubrange(...end)
                break
            }
            line += waiting
            waiting = []
            if line.count > limit {
                isTooLong = true
                line = []
            }
            guard let piece = read() else {
                guard isTooLong || !line.isEmpty else { return nil }
                break
            }
            waiting = piece
        }
        guard !isTooLong, line.count <= limit else { return .tooLong }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return .bytes(line)
    }

    private mutating func read() -> [UInt8]? {
        guard !isAtEnd else { return nil }
        let piece = handle.availableData
        isAtEnd = piece.isEmpty
        return isAtEnd ? nil : [UInt8](piece)
    }
}
