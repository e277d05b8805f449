package import Foundation
import PrivateFiles
package import SignInFlows

/// Writes each message to a file in a folder instead of sending it, for development or for programs that send the files
/// they find there. Only the service's user can read the files.
package struct MailFolder: Sendable {
    private let path: String
    private let format: MailFormat

    /// Creates a sender for this folder, which is created when needed.
    ///
    /// - Parameters:
    ///   - from: the sender address of messages.
    ///   - name: the name of the sender.
    package init(
        path: String, from: String, name: String? = nil, now: @escaping @Sendable () -> Date,
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.path = path
        format = MailFormat(from: from, name: name, now: now, randomBytes: randomBytes)
    }

    /// Writes one message. The file gets its final name only when it is complete.
    package func send(_ message: MailMessage) async -> MailOutcome {
        guard let octets = format.octets(message) else { return .failed }
        let moment = UInt64(max(0, format.now().timeIntervalSince1970 * 1_000))
        let unique = format.randomBytes(4).map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
        do {
            try PrivateFile.makeFolder(path)
            try PrivateFile.create("\(path)/\(moment)-\(unique).eml", Array(octets))
        } catch {
            return .failed
        }
        return .sent
    }
}
