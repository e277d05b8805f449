/// A code handed out by the authorize step or a device.
struct AuthorizationCode: Sendable {
    let grant: Grant
    let nonce: String?
    /// Nil for native codes: they never had one.
    let redirectURI: String?
    let codeChallenge: String?
    /// The challenge is the verifier itself (RFC 7636, 4.2); only a switch lets that be.
    var isChallengePlain = false
    let expiresAt: Int
    var isUsed = false
}

/// The codes that are remembered, found by themselves and by the consent they came of.
struct IssuedCodes: Sendable {
    private(set) var byCode: [String: AuthorizationCode] = [:]
    private var ofConsent: [Consent.Key: Set<String>] = [:]
    private let visits: VisitCount

    init(visits: VisitCount) { self.visits = visits }

    subscript(code: String) -> AuthorizationCode? { byCode[code] }

    mutating func add(_ code: String, _ known: AuthorizationCode, now: Int) {
        // used and expired codes are told apart for an hour, then forgotten
        if byCode.count % 1_024 == 1_023 {
            visits.add(byCode.count)
            for (code, known) in byCode where known.expiresAt + 3_600 <= now { drop(code, of: known.grant.consent) }
        }
        byCode[code] = known
        ofConsent[known.grant.consent, default: []].insert(code)
    }

    mutating func use(_ code: String) { byCode[code]?.isUsed = true }

    func of(_ consent: Consent.Key) -> [(code: String, known: AuthorizationCode)] {
        let codes = (ofConsent[consent] ?? []).compactMap { code in byCode[code].map { (code, $0) } }
        visits.add(codes.count)
        return codes
    }

    mutating func end(_ consent: Consent.Key, except kept: Set<String> = []) {
        for (code, _) in of(consent) where !kept.contains(code) { drop(code, of: consent) }
    }

    private mutating func drop(_ code: String, of consent: Consent.Key) {
        byCode[code] = nil
        ofConsent[consent]?.remove(code)
        if ofConsent[consent]?.isEmpty == true { ofConsent[consent] = nil }
    }
}
