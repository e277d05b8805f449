import Foundation

/// Prints results to standard output and remarks for people to standard error.
enum Output {
    static func result(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    static func remark(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
