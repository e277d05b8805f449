/// A browser's session on the account page. It has a person once the password was given.
struct AccountSession: Sendable {
    /// Part of every form. A post without it comes from another site.
    let formToken: String
    var person: String?
    let expiresAt: Int
    /// A message that the next page shows once.
    var notice: PageText?
}

/// The sessions on the account page, by cookie.
struct AccountSessions: Sendable {
    static let lifetime = 1_800
    private static let capacity = 1_000
    private var byCookie: [String: AccountSession] = [:]

    mutating func begin(_ session: AccountSession, cookie: String, now: Int) {
        if byCookie.count >= Self.capacity { byCookie = byCookie.filter { $0.value.expiresAt > now } }
        if byCookie.count >= Self.capacity {
            // with a frozen clock, all are equally old
            let oldest = byCookie.min { ($0.value.expiresAt, $0.key) < ($1.value.expiresAt, $1.key) }
            if let oldest { byCookie[oldest.key] = nil }
        }
        byCookie[cookie] = session
    }

    func find(_ cookie: String, now: Int) -> AccountSession? {
        guard let session = byCookie[cookie], session.expiresAt > now else { return nil }
        return session
    }

    mutating func end(_ cookie: String) { byCookie[cookie] = nil }

    /// Ends all sessions of a person except one. A password change signs the other browsers out.
    mutating func end(ofPerson person: String, except cookie: String? = nil) {
        byCookie = byCookie.filter { $0.value.person != person || $0.key == cookie }
    }

    mutating func note(_ notice: PageText, for cookie: String) { byCookie[cookie]?.notice = notice }

    mutating func takeNotice(for cookie: String) -> PageText? {
        defer { byCookie[cookie]?.notice = nil }
        return byCookie[cookie]?.notice
    }
}
