package import Foundation
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
        let manager = FileManager.default
        let private700: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try? manager.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: private700)
        let moment = UInt64(max(0, format.now().timeIntervalSince1970 * 1_000))
        let unique = format.randomBytes(4).map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
        let name = "\(path)/\(moment)-\(unique)"
        let isWritten = manager.createFile(
            atPath: name + ".part", contents: Data(octets), attributes: [.posixPermissions: 0o600])
        guard isWritten, (try? manager.moveItem(atPath: name + ".part", toPath: name + ".eml")) != nil else {
            return .failed
        }
        return .sent
    }
}
