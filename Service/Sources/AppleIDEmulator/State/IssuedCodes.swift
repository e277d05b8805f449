/// A code issued by the authorize step or by a device.
struct AuthorizationCode: Sendable {
    let grant: Grant
    let nonce: String?
    /// Nil for native codes, which have none.
    let redirectURI: String?
    let codeChallenge: String?
    /// The challenge is the verifier itself (RFC 7636 §4.2). Only a switch allows that.
    var isChallengePlain = false
    let expiresAt: Int
    var isUsed = false
}

/// The codes that are still known, indexed by code and by consent.
struct IssuedCodes: Sendable {
    private(set) var byCode: [String: AuthorizationCode] = [:]
    private var ofConsent: [Consent.Key: Set<String>] = [:]
    private let visits: VisitCount

    init(visits: VisitCount) { self.visits = visits }

    subscript(code: String) -> AuthorizationCode? { byCode[code] }

    mutating func add(_ code: String, _ known: AuthorizationCode, now: Int) {
        // codes are kept for an hour after they expire, so that a used one and an expired one are told apart
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
