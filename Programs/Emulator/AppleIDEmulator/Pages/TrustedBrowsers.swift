/// The browsers that people chose to trust after the two-factor code, by the browser's cookie. They are not asked for
/// another one for 30 days (https://support.apple.com/102660).
struct TrustedBrowsers: Sendable {
    static let lifetime = 30 * 86_400
    private static let capacity = 10_000
    /// The end of the trust, by browser and person.
    private var ends: [String: [String: Int]] = [:]

    mutating func trust(_ browser: String, for person: String, now: Int) {
        if ends.count >= Self.capacity {
            ends = ends.filter { $0.value.values.contains { $0 > now } }
        }
        guard ends.count < Self.capacity || ends[browser] != nil else { return }
        ends[browser, default: [:]][person] = now + Self.lifetime
    }

    func trusts(_ browser: String, for person: String, now: Int) -> Bool { ends[browser]?[person] ?? 0 > now }

    /// A new password ends the trust, and so does the end of the account.
    mutating func forget(_ person: String) {
        for browser in ends.keys { ends[browser]?[person] = nil }
        ends = ends.filter { !$0.value.isEmpty }
    }
}
