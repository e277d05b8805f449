public import Foundation

extension Date {
    /// The time as databases keep it: whole milliseconds since 1970, UTC.
    ///
    /// Rounded to the nearest, because a `Date` counts fractions from 2001 and 0.001 s has no exact binary form. Times
    /// that no `Int64` can hold become the nearest one that it can.
    public var millisecondsSince1970: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        if let exact = Int64(exactly: milliseconds) { return exact }
        return milliseconds > 0 ? .max : .min
    }

    /// The time that a database kept as milliseconds since 1970.
    public init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The time as it comes back from a database.
    public var inWholeMilliseconds: Date {
        Date(millisecondsSince1970: millisecondsSince1970)
    }
}
