import Foundation

/// One line on standard error that overwrites itself.
enum Progress {
    static func show(_ text: String) { FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8)) }
    static func clear() { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
}
