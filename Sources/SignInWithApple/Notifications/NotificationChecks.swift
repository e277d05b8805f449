import JSONWebTokens

/// All checks of a notification, in the order in which they run. No check is optional.
enum NotificationChecks {
    private typealias Check = TokenCheck
    private typealias Header = HeaderChecks
    private typealias Claims = ClaimChecks

    /// The checks that need no key. A token that fails them causes no request to Apple.
    static let beforeKey: [TokenCheck] = [
        Check("algorithm", Header.algorithm),
        Check("extensions", Header.extensions),
        Check("type", Header.type),
    ]

    /// The signature comes first. The claims are not read before it is verified. The audience comes after the times, so
    /// that only a fresh notification is said to be for an app that nobody named: anybody can post an old one.
    static let afterKey: [TokenCheck] = [
        Check("key", Header.key),
        Check("signature", Header.signature),
        Check("claims", Claims.claims),
        Check("kind", kind),
        Check("issuer", Claims.issuer),
        Check("expiry", Claims.expiry),
        Check("issued at", Claims.issuedAt),
        Check("lifetime", Claims.lifetime),
        Check("not before", Claims.notBefore),
        Check("audience", Claims.audience),
        Check("authorized party", Claims.authorizedParty),
        Check("id", id),
    ]

    static let all = beforeKey + afterKey

    /// Identity tokens have the same issuer, audience and keys, and no `typ`. Only `events` tells them apart.
    @Sendable private static func kind(_ evidence: inout TokenEvidence) -> TokenRejection? {
        evidence.claims?.contains("events") == true ? nil : .notANotification
    }

    @Sendable private static func id(_ evidence: inout TokenEvidence) -> TokenRejection? {
        evidence.claims?.identifier("jti") == nil ? .idInvalid : nil
    }
}
