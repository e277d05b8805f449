import Foundation
import SignInFlows

/// Reads a file line by line, in pieces of bounded size.
struct LineFile {
    /// The file cannot be read.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let piece = 262_144

    private let path: String
    private let handle: FileHandle
    private let longest: Int
    private var waiting: [UInt8] = []
    private var begin = 0
    private var isAtEnd = false
    /// The offset after the last line returned.
    private(set) var offset: Int64

    /// Opens a file for reading from an offset.
    ///
    /// - Parameter longest: the maximum number of bytes in a line.
    init(_ path: String, from offset: Int64 = 0, longest: Int) throws(Failure) {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw Failure(description: "\(path): cannot be read")
        }
        do {
            try handle.seek(toOffset: UInt64(offset))
        } catch {
            throw Failure(description: "\(path): cannot be read from the middle; is it a regular file?")
        }
        self.path = path
        self.handle = handle
        self.longest = longest
        self.offset = offset
    }

    /// The digest that identifies the file, and its length.
    static func look(at path: String) throws(Failure) -> (id: ImportFileDigest, length: Int64) {
        var file = try LineFile(path, longest: 0)
        var digest = ImportFileDigest()
        var length: Int64 = 0
        while let piece = try file.read() {
            digest.add(piece)
            length += Int64(piece.count)
        }
        return (digest, length)
    }

    /// The next line; `nil` at the end of the file.
    mutating func next() throws(Failure) -> InputLine? {
        var line: [UInt8] = []
        var (isTooLong, hasAny) = (false, false)
        while true {
            if begin == waiting.count {
                guard let piece = try read() else { break }
                (waiting, begin) = ([UInt8](piece), 0)
            }
            hasAny = true
            let end = waiting[begin...].firstIndex(of: UInt8(ascii: "\n")) ?? waiting.count
            isTooLong = isTooLong || line.count + end - begin > longest + 1
            if isTooLong { line = [] } else { line += waiting[begin..<end] }
            let isWhole = end < waiting.count
            offset += Int64(end - begin + (isWhole ? 1 : 0))
            begin = isWhole ? end + 1 : end
            if isWhole { break }
        }
        guard hasAny else { return nil }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return isTooLong || line.count > longest ? .tooLong : .bytes(line)
    }

    private mutating func read() throws(Failure) -> Data? {
        guard !isAtEnd else { return nil }
        do {
            let piece = try handle.read(upToCount: Self.piece) ?? Data()
            isAtEnd = piece.isEmpty
            return isAtEnd ? nil : piece
        } catch {
            throw Failure(description: "\(path): cannot be read")
        }
    }
}
