import JSONWebTokens

/// Everything a notification has to pass, in the order in which it is decided. No check is optional.
enum NotificationChecks {
    private typealias Check = TokenCheck
    private typealias Header = HeaderChecks
    private typealias Claims = ClaimChecks

    /// What needs no key: a token that fails here causes no request to Apple.
    static let beforeKey: [TokenCheck] = [
        Check("algorithm", Header.algorithm),
        Check("extensions", Header.extensions),
        Check("type", Header.type),
    ]

    /// The signature first; nothing in the claims is looked at before it holds.
    static let afterKey: [TokenCheck] = [
        Check("key", Header.key),
        Check("signature", Header.signature),
        Check("claims", Claims.claims),
        Check("kind", kind),
        Check("issuer", Claims.issuer),
        Check("audience", Claims.audience),
        Check("authorized party", Claims.authorizedParty),
        Check("expiry", Claims.expiry),
        Check("issued at", Claims.issuedAt),
        Check("lifetime", Claims.lifetime),
        Check("not before", Claims.notBefore),
        Check("id", id),
    ]

    static let all = beforeKey + afterKey

    /// Identity tokens carry the same issuer, audience, keys and no `typ`; only `events` tells them apart.
    @Sendable private static func kind(_ evidence: inout TokenEvidence) -> TokenRejection? {
        evidence.claims?.contains("events") == true ? nil : .notANotification
    }

    @Sendable private static func id(_ evidence: inout TokenEvidence) -> TokenRejection? {
        evidence.claims?.identifier("jti") == nil ? .idInvalid : nil
    }
}
