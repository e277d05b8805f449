/// Settings for the daily numbers.
package struct NumbersPolicy: Sendable, Equatable {
    /// How many days the numbers are kept.
    package var days = 3_660
    /// Counts that are less than this are hidden.
    package var hiddenBelow = 0
    /// The app's other logins, whose numbers its backend reports.
    package var otherProviders: [String] = []

    package init() {}

    /// Whether a name can stand for one of the app's other logins: 1 to 40 of `a` to `z`, digits, `-`, `_` and `.`, and not
    /// one of the service's own.
    package static func isOtherProvider(_ name: String) -> Bool {
        (1...40).contains(name.utf8.count) && SignInProvider(rawValue: name) == nil
            && name.utf8.allSatisfy { octet in
                switch octet {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                    UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
