import AccountStorage
import Foundation

extension Identifier {
    static var randomLength: Int { 10 }

    /// An identifier that begins with the time, so that new rows are appended to the index instead of spread over it.
    ///
    /// Six bytes with the milliseconds since 1970, and ten random bytes. It is not a secret.
    static func timeOrdered(at moment: Date, random: [UInt8]) -> Self {
        guard let id = Self(bytes: time(moment) + random) else {
            preconditionFailure("a time-ordered identifier has six bytes of time and ten random bytes")
        }
        return id
    }

    /// The first six bytes of a time-ordered identifier.
    static func time(_ moment: Date) -> [UInt8] {
        let milliseconds = UInt64(max(0, moment.millisecondsSince1970))
        return withUnsafeBytes(of: milliseconds.bigEndian) { Array($0.suffix(6)) }
    }

    /// A new identifier with the current time and random bytes of the environment.
    static func timeOrdered(_ environment: SignInEnvironment) -> Self {
        timeOrdered(at: environment.instant, random: environment.randomBytes(randomLength))
    }
}
