import Foundation

@testable import JSONWebTokens
@testable @_spi(SignInPrograms) import SignInWithApple

private enum Judge {
    static let trust = Corpora.needed { try Corpora.trust() }
    static let now = Corpora.needed { try Corpora.now() }
    /// All texts that the corpus's keys have signed.
    static let signed = Corpora.needed {
        try Set(["identity", "notification", "jws"].flatMap { try Corpora.tokens($0) })
    }
    static let identity = IdentityTokenVerifier(trust: trust)
    static let notification = NotificationVerifier(trust: trust)
    static let identityChecks = IdentityTokenChecks.all.filter { $0.name != "signature" }
    static let notificationChecks = NotificationChecks.all.filter { $0.name != "signature" }

    static let nonce = ExpectedNonce.notUsed(because: "a fuzzer has no request")

    /// A token with a header like Apple's and these claims, without a valid signature.
    static func unsigned(_ payload: [UInt8]) -> CompactJWS? {
        let header = Base64URL.encode(Array(#"{"kid":"A1B2C3D4E5","alg":"RS256"}"#.utf8))
        return try? CompactJWS("\(header).\(Base64URL.encode(payload)).\(Base64URL.encode([1]))")
    }

    /// The claims as Foundation reads them, or nil if it cannot.
    static func foundation(_ payload: [UInt8]) -> [String: Any]? {
        try? JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any]
    }
}

extension FuzzTarget {
    /// Whole tokens: a changed token is never accepted, and each parsed token has only one text.
    static let tokens = FuzzTarget(name: "token") { input in
        let text = String(decoding: input, as: UTF8.self)
        let identity = try? Judge.identity.verify(text, nonce: Judge.nonce, beside: .nothing, at: Judge.now)
        let notification = try? Judge.notification.verify(text, at: Judge.now)
        promise(identity == nil || notification == nil, "no token is an identity token and a notification")
        if identity != nil || notification != nil {
            promise(Judge.signed.contains(Array(text.utf8)), "a changed token is never accepted")
        }
        let inspected = try? UnverifiedIdentityToken.inspect(text)
        guard let token = try? CompactJWS(text) else {
            promise(inspected == nil, "what is no token cannot be looked into")
            return false
        }
        promise(inspected?.header == token.header.members, "what can be taken apart can be looked into")
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Array.init)
        promise(parts.count == 3, "a token has three parts")
        promise(Array(Base64URL.encode(token.payload).utf8) == parts[1], "a payload has one text")
        promise(Array(Base64URL.encode(token.signature).utf8) == parts[2], "a signature has one text")
        let header = (try? Base64URL.decode(parts[0])).flatMap { try? StrictJSONReader.readObject($0) }
        promise(header == token.header.members, "a header is kept")
        promise((try? token.claims()) == (try? StrictJSONReader.readObject(token.payload)), "claims are the payload's")
        return identity != nil || notification != nil
    } mutate: { input, random in
        var parts = input.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Array.init)
        guard parts.count == 3, Int.random(in: 0..<4, using: &random) > 0 else { return nil }
        let index = Int.random(in: 0..<3, using: &random)
        guard let octets = try? Base64URL.decode(parts[index]) else { return nil }
        parts[index] = Array(Base64URL.encode(mutated(octets, upTo: 4_000)).utf8)
        return Array(parts.joined(separator: [UInt8(ascii: ".")]))
    } seeds: {
        try Corpora.tokens("identity") + Corpora.tokens("notification") + Corpora.tokens("jws")
    }

    /// Claims under a header like Apple's, with every check but the signature.
    static let claims = FuzzTarget(name: "claims") { input in
        guard let token = Judge.unsigned(input),
            let verified = try? Judge.identity.verify(
                token, nonce: Judge.nonce, beside: .nothing, at: Judge.now, checks: Judge.identityChecks)
        else { return false }
        let now = Judge.now.timeIntervalSince1970
        promise(areSame(verified.issuer, Judge.trust.issuer), "the issuer is the configured one")
        promise(
            Judge.trust.clientIDs.contains { areSame($0.rawValue, verified.clientID.rawValue) }, "the client is ours")
        promise(verified.expiresAt.timeIntervalSince1970 > now, "the token has not expired")
        promise(verified.issuedAt.timeIntervalSince1970 <= now + 60, "the token is not from the future")
        let life = verified.expiresAt.timeIntervalSince(verified.issuedAt)
        promise(life > 0 && life <= 604_800.001, "the token lives seven days at most")
        let subject = Array(verified.subject.rawValue.utf8)
        promise(
            (1...255).contains(subject.count) && subject.allSatisfy { (0x21...0x7E).contains($0) }, "sub is visible")
        if let email = verified.email {
            // Compares octets, because to Swift an @ followed by a combining mark is another character.
            let octets = email.address.utf8
            promise(octets.count <= 254 && octets.contains(UInt8(ascii: "@")), "an address has its form")
            promise(
                !email.address.unicodeScalars.contains { $0.value < 0x21 || $0.value == 0x7F }, "an address is one line"
            )
        }
        guard let witness = Judge.foundation(input) else { return true }
        promise(witness["iss"] as? String == verified.issuer, "Foundation reads the same issuer")
        promise(witness["sub"] as? String == verified.subject.rawValue, "Foundation reads the same subject")
        promise(witness["events"] == nil, "Foundation reads no event")
        return true
    } mutate: { _, _ in
        nil
    } seeds: {
        try Corpora.payloads("identity")
    }

    /// Claims of notifications, with every check but the signature.
    static let notifications = FuzzTarget(name: "notification") { input in
        guard let token = Judge.unsigned(input),
            let verified = try? Judge.notification.verify(token, at: Judge.now, checks: Judge.notificationChecks)
        else { return false }
        promise(!verified.id.isEmpty && verified.id.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "jti is visible")
        promise(
            Judge.trust.clientIDs.contains { areSame($0.rawValue, verified.clientID.rawValue) }, "the client is ours")
        let event = verified.event
        promise(!event.subject.rawValue.isEmpty && event.subject.rawValue.utf8.count <= 255, "an event has a subject")
        promise(!event.kind.rawValue.isEmpty, "an event has a kind")
        let seconds = event.occurredAt.timeIntervalSince1970
        promise(seconds > 0 && seconds < 1e11, "an event has a time")
        guard let witness = Judge.foundation(input) else { return true }
        promise(witness["jti"] as? String == verified.id, "Foundation reads the same id")
        promise(witness["events"] is String || witness["events"] is [String: Any], "Foundation reads an event")
        return true
    } mutate: { _, _ in
        nil
    } seeds: {
        try Corpora.payloads("notification")
    }
}
