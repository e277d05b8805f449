import HashTreeCollections

/// A code issued by the authorize step or by a device.
struct AuthorizationCode: Sendable {
    var grant: Grant
    let nonce: String?
    /// Nil for native codes, which have none.
    let redirectURI: String?
    let codeChallenge: String?
    /// The challenge is the verifier itself (RFC 7636 §4.2). Only a switch allows that.
    var isChallengePlain = false
    let expiresAt: Int
    /// Whether it is the code of a first sign-in.
    var isFirst = true
    var isUsed = false
}

/// The codes that are still known, indexed by code and by consent.
struct IssuedCodes: Sendable {
    private(set) var byCode: TreeDictionary<String, AuthorizationCode> = [:]
    private var ofConsent: TreeDictionary<Consent.Key, TreeSet<String>> = [:]
    private var sweep = Sweep()
    private let visits: VisitCount

    init(visits: VisitCount) { self.visits = visits }

    subscript(code: String) -> AuthorizationCode? { byCode[code] }

    mutating func add(_ code: String, _ known: AuthorizationCode, now: Int) {
        if sweep.isDue(at: byCode.count) {
            visits.add(byCode.count)
            // codes are kept for an hour after they expire, so that a used one and an expired one are told apart
            for (code, known) in byCode where known.expiresAt + 3_600 <= now { drop(code, of: known.grant.consent) }
            sweep.done(leaving: byCode.count)
        }
        byCode[code] = known
        ofConsent[known.grant.consent, default: []].insert(code)
    }

    mutating func use(_ code: String) { byCode[code]?.isUsed = true }

    /// The codes of one consent, in an order that does not depend on the process.
    func of(_ consent: Consent.Key) -> [(code: String, known: AuthorizationCode)] {
        let codes = (ofConsent[consent] ?? []).compactMap { code in byCode[code].map { (code, $0) } }
        visits.add(codes.count)
        return codes.sorted { ($0.1.expiresAt, $0.0) < ($1.1.expiresAt, $1.0) }
    }

    mutating func end(_ consent: Consent.Key, except kept: Set<String> = []) {
        for (code, _) in of(consent) where !kept.contains(code) { drop(code, of: consent) }
    }

    /// Moves the codes of a consent to that of the team that received the app. They can still be redeemed, since Apple
    /// was not seen to do anything else.
    mutating func transfer(from old: Consent.Key, to new: Consent.Key) {
        for (code, known) in of(old) {
            drop(code, of: old)
            var moved = known
            moved.grant = known.grant.moved(to: new)
            byCode[code] = moved
            ofConsent[new, default: []].insert(code)
        }
    }

    private mutating func drop(_ code: String, of consent: Consent.Key) {
        byCode[code] = nil
        ofConsent[consent]?.remove(code)
        if ofConsent[consent]?.isEmpty == true { ofConsent[consent] = nil }
    }
}
