package import Foundation
package import SignInFlows

/// Writes each message into a folder instead of sending it, one file each, readable by the service's user only: for
/// development, and for programs that send what they find there.
package struct MailFolder: Sendable {
    private let path: String
    private let format: MailFormat

    /// A folder, which is made if it is not there.
    ///
    /// - Parameter from: the address that messages are from.
    package init(
        path: String, from: String, now: @escaping @Sendable () -> Date,
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.path = path
        format = MailFormat(from: from, now: now, randomBytes: randomBytes)
    }

    /// Writes one message. The file has its name only once it is whole.
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
