import AccountStorage
import Foundation

extension SessionID {
    static let randomLength = 10

    /// A session's id begins with the time, so that new rows are appended instead of spread over the whole index.
    ///
    /// Six bytes of milliseconds since 1970 and ten random bytes. It is no secret: tokens carry a code beside it.
    static func timeOrdered(at moment: Date, random: [UInt8]) -> SessionID {
        let milliseconds = UInt64(max(0, moment.timeIntervalSince1970 * 1_000))
        let time = withUnsafeBytes(of: milliseconds.bigEndian) { Array($0.suffix(6)) }
        guard let id = SessionID(bytes: time + random) else {
            preconditionFailure("a session's id has six bytes of time and ten random bytes")
        }
        return id
    }
}
