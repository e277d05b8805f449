import AccountStorage
import Foundation

extension Identifier {
    static var randomLength: Int { 10 }

    /// An identifier that begins with the time, so that new rows are appended instead of spread over the whole index.
    ///
    /// Six bytes of milliseconds since 1970 and ten random bytes. It is no secret.
    static func timeOrdered(at moment: Date, random: [UInt8]) -> Self {
        guard let id = Self(bytes: time(moment) + random) else {
            preconditionFailure("a time-ordered identifier has six bytes of time and ten random bytes")
        }
        return id
    }

    /// The six bytes with which it begins.
    static func time(_ moment: Date) -> [UInt8] {
        let milliseconds = UInt64(max(0, moment.timeIntervalSince1970 * 1_000))
        return withUnsafeBytes(of: milliseconds.bigEndian) { Array($0.suffix(6)) }
    }

    /// A new one, at the environment's present moment.
    static func timeOrdered(_ environment: SignInEnvironment) -> Self {
        timeOrdered(at: environment.instant, random: environment.randomBytes(randomLength))
    }
}
