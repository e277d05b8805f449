internal import AccountStorage
internal import Foundation

extension Identifier {
    /// The identifier for a number. Identifiers have the same order as their numbers.
    static func numbered(_ number: Int) -> Self {
        Identifier(high: 0x0102_0304_0506_0708, low: UInt64(number))
    }
}

/// 1 March 2026, 12:00 UTC.
let noon = Date(millisecondsSince1970: 1_772_366_400_000)

/// The time a number of milliseconds after `noon`.
func noon(plus milliseconds: Int64) -> Date {
    Date(millisecondsSince1970: 1_772_366_400_000 + milliseconds)
}

/// Texts that are easily damaged: empty, composed and decomposed, outside the Basic Multilingual Plane, right to left,
/// quoted, and long.
let difficultTexts = [
    "", " ", "é", "e\u{301}", "名前", "👩🏽‍💻", "اسم", "O'Brien \"Bob\"; --", "a\nb\tc\u{7F}", "\u{FEFF}x", "%_\\",
    String(repeating: "ö", count: 2048),
]

extension Account {
    static func sample(_ number: Int = 1) -> Account {
        Account(
            id: .numbered(number), givenName: "Ada", familyName: "Lovelace", email: "ada@example.com",
            isEmailVerified: true, isPrivateEmail: false, createdAt: noon, disabledAt: nil)
    }
}

extension AppleIdentity {
    static func sample(_ number: Int = 1) -> AppleIdentity {
        AppleIdentity(
            id: .numbered(number), accountID: .numbered(number), issuer: "https://appleid.apple.com",
            teamID: "TEAM123456", subject: "001234.0123456789abcdef0123456789abcdef.1234", createdAt: noon)
    }
}

extension AppTransfer {
    static func sample(_ number: Int = 1) -> AppTransfer {
        AppTransfer(
            id: .numbered(number), issuer: "https://appleid.apple.com", fromTeam: "TEAM123456", toTeam: "OTHERTEAM1",
            clients: ["com.example.app", "com.example.web"], createdAt: noon)
    }
}

extension TransferEntry {
    /// The entry of identity and account `number`.
    static func sample(_ number: Int = 1, in transfer: Int = 1, identifier: String? = nil) -> TransferEntry {
        TransferEntry(
            transferID: .numbered(transfer), identityID: .numbered(number), accountID: .numbered(number),
            identifier: identifier, state: identifier == nil ? .waiting : .known, dueAt: noon)
    }
}

extension Session {
    static func sample(_ number: Int = 1) -> Session {
        Session(
            id: .numbered(number), accountID: .numbered(1), clientID: "app", platform: .native, createdAt: noon,
            authenticatedAt: noon, counter: 0, renewedAt: noon, expiresAt: noon(plus: 60_000), endedAt: nil)
    }
}

extension ClientAuthorizationCode {
    static func sample(_ number: Int = 1) -> ClientAuthorizationCode {
        ClientAuthorizationCode(
            id: .numbered(number), client: "shop", redirectURI: "https://shop.example/callback", scope: "openid email",
            codeChallenge: "challenge", nonce: "nonce", claims: nil, parentID: .numbered(7), accountID: .numbered(1),
            createdAt: noon, expiresAt: noon(plus: 60_000))
    }
}

extension ClientSession {
    static func sample(_ number: Int, under parent: Int, isDetached: Bool = false) -> ClientSession {
        ClientSession(
            id: .numbered(number), parentID: .numbered(parent), accountID: .numbered(1), client: "shop",
            scope: "openid", claims: nil, isDetached: isDetached, expiresAt: noon(plus: 60_000))
    }
}

extension ClientConsent {
    static func sample(_ client: String, of account: Int = 1) -> ClientConsent {
        ClientConsent(accountID: .numbered(account), client: client, scope: "openid email", givenAt: noon)
    }
}

extension LinkTicket {
    static func sample(_ number: Int = 1) -> LinkTicket {
        LinkTicket(
            id: .numbered(number), externalID: "user-\(number)", label: "ada@example.com", credentialID: .numbered(9),
            createdAt: noon, expiresAt: noon(plus: 60_000))
    }
}

extension LinkProof {
    static func sample(_ number: Int = 1) -> LinkProof {
        LinkProof(
            id: .numbered(number), identityID: .numbered(number), accountID: .numbered(number + 100),
            issuer: "https://appleid.apple.com", teamID: "TEAM123456", subject: "001234.abcdef.1234", client: "web",
            returnTarget: number == 2 ? nil : "/welcome", sealedFacts: [1, 2, 3], provenAt: noon,
            expiresAt: noon(plus: 60_000), sessionID: number == 1 ? .numbered(7) : nil)
    }
}

extension HeldSignIn {
    static func sample(_ number: Int = 1) -> HeldSignIn {
        HeldSignIn(
            id: .numbered(number), accountID: .numbered(number + 100), identityID: .numbered(number + 200),
            sessionID: .numbered(number + 300), client: "web", returnTarget: number == 2 ? nil : "/welcome",
            provenAt: noon(plus: -1_000), createdAt: noon, expiresAt: noon(plus: 60_000))
    }
}

extension StoredPassword {
    static func sample(_ number: Int = 1) -> StoredPassword {
        StoredPassword(
            accountID: .numbered(number), hash: "$scrypt$ln=17,r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2g", changedAt: noon)
    }
}

extension LoginName {
    static func sample(_ number: Int = 1) -> LoginName {
        LoginName(
            id: .numbered(number), accountID: .numbered(number), name: "éva\(number)@example.com", createdAt: noon)
    }
}

extension MailedToken {
    static func sample(_ number: Int = 1) -> MailedToken {
        MailedToken(
            id: .numbered(number), purpose: .passwordReset, accountID: .numbered(number),
            loginNameID: .numbered(number + 100), createdAt: noon, expiresAt: noon(plus: 60_000))
    }
}

extension OutgoingMail {
    static func sample(_ number: Int = 1) -> OutgoingMail {
        OutgoingMail(
            id: .numbered(number), accountID: .numbered(number), sealedMessage: [0, 1, 2, 255], createdAt: noon,
            dueAt: noon, expiresAt: noon(plus: 60_000))
    }
}

extension MailRequest {
    static func sample(_ number: Int = 1) -> MailRequest {
        MailRequest(
            id: .numbered(number), accountID: .numbered(number), contentHash: [7, 0, 255], state: .queued,
            createdAt: noon)
    }
}

extension ServiceCredential {
    static func sample(_ number: Int = 1) -> ServiceCredential {
        ServiceCredential(
            id: .numbered(number), name: "shop", keyHash: [UInt8](repeating: 7, count: 32), scopes: [.link],
            createdAt: noon)
    }
}

extension SignInAttempt {
    static func sample(_ number: Int = 1) -> SignInAttempt {
        SignInAttempt(
            id: .numbered(number), kind: .web, client: "web", browserProofHash: [1, 2, 3], returnTarget: "/account",
            createdAt: noon, expiresAt: noon(plus: 60_000), state: .open, failures: 0)
    }
}

extension AttemptClaimMark {
    /// A claim at `noon` or some milliseconds later. `number` determines the hash of the answer.
    static func sample(_ number: UInt8 = 1, plus milliseconds: Int64 = 0) -> AttemptClaimMark {
        AttemptClaimMark(claimedAt: noon(plus: milliseconds), answerHash: [UInt8](repeating: number, count: 32))
    }
}
