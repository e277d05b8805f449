public import Foundation

extension Date {
    /// The stored form of the time: whole milliseconds since 1970, UTC.
    ///
    /// Rounded to the nearest one, because a `Date` stores seconds since 2001 as a binary fraction, and 0.001 s has no
    /// exact binary form. Times outside the range of `Int64` are clamped to it.
    public var millisecondsSince1970: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        if let exact = Int64(exactly: milliseconds) { return exact }
        return milliseconds > 0 ? .max : .min
    }

    /// The time that is stored as milliseconds since 1970.
    public init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The time as a database returns it.
    public var inWholeMilliseconds: Date {
        Date(millisecondsSince1970: millisecondsSince1970)
    }
}
