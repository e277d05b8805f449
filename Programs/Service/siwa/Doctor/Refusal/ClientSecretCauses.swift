import JSONWebTokens
import SignInFlows
import SignInWithApple

/// What is wrong with the client or its secret. Apple answers all of it with a bare `invalid_client` (Apple: "Creating a
/// client secret", TN3107).
enum ClientSecretCauses {
    static func causes(_ request: RefusedRequest) -> [RefusalCause] {
        guard let secret = SentSecret(request) else { return [] }
        let client = clientUnknown(secret, request).map { [$0] } ?? []
        switch secret.token {
        case .failure(let error): return client + [malformed(secret, error)]
        case .success(let token):
            return client + header(token, secret) + signature(token, secret)
                + ClientSecretClaimCauses.causes(secret, token.header, request)
        }
    }

    /// The last explanation, when everything that can be seen of the secret is right.
    static func notRegistered(_ request: RefusedRequest) -> RefusalCause? {
        guard let secret = SentSecret(request) else { return nil }
        let isChecked = secret.key?.verificationKey != nil
        return .client(
            "client_or_key_not_registered", secret.subject,
            "Nothing wrong can be seen in the secret, so Apple does not know the client or the key as it is used here.",
            advice:
                "The client is misspelled or of another team; or the key was revoked, has another Key ID, or belongs to "
                + "another primary App ID; or the clock is wrong. "
                + (isChecked
                    ? "`siwa doctor` with this configuration tells which."
                    : "With --config, the signature is checked with the key's file, and `siwa doctor` tells which."),
            evidence: .judged)
    }

    private static func clientUnknown(_ secret: SentSecret, _ request: RefusedRequest) -> RefusalCause? {
        guard request.teams != nil, secret.team == nil else { return nil }
        return .client(
            "client_unknown", "client_id \(SentText.shown(secret.clientID))",
            "No configured team has this client.",
            advice: "Compare it with the bundle ID or Services ID at Apple: it is case-sensitive and has no Team ID.",
            evidence: .judged)
    }

    /// A client secret is a JWT in compact form (RFC 7519 §3).
    private static func malformed(_ secret: SentSecret, _ error: TokenFormatError) -> RefusalCause {
        let isKey = secret.text.secretValue.contains("PRIVATE KEY")
        if let member = headerMember[error.code] {
            return .client(
                "client_secret_header_wrong", "client_secret, \(member)",
                "\(member) in the secret's header is not a string.",
                advice: "Write \(member) as a string, in the header only: the Key ID as kid, ES256 as alg.")
        }
        return .client(
            "client_secret_malformed", "client_secret",
            isKey
                ? "The private key itself was sent, not a token that it signed."
                : "The client secret is not a signed token (\(error.code.rawValue)).",
            advice: isKey
                ? "Revoke the key at Apple, because it has left its machine. Sign with a new one: `siwa client-secret`."
                : "Send three base64url parts with full stops between them: no padding, quotes, spaces or prefix.")
    }

    /// The member of the header that makes a signed token unreadable.
    private static let headerMember: [TokenFormatError.Code: String] = [
        .headerKeyID: "kid", .headerType: "typ", .headerAlgorithm: "alg",
    ]

    private static func header(_ token: CompactJWS, _ secret: SentSecret) -> [RefusalCause] {
        var causes: [RefusalCause] = []
        if token.header.contains("crit") {
            // RFC 7515 §4.1.11
            causes.append(
                .client(
                    "client_secret_extension", "client_secret, crit",
                    "The header requires an extension, and Apple documents none.", advice: "Leave crit out."))
        }
        if token.header.algorithm != .es256 {
            causes.append(
                .client(
                    "client_secret_algorithm_wrong",
                    "client_secret, alg \(SentText.shown(token.header.algorithmName))",
                    "The secret is not signed with ES256.", advice: "Sign it with the .p8 key from Apple and ES256."))
        }
        if let keyID = token.header.keyID {
            if let unknown = keyUnknown(keyID, secret) { causes.append(unknown) }
        } else {
            causes.append(
                .client(
                    "client_secret_key_id_missing", "client_secret, kid", "The header does not name the key.",
                    advice: "Put the Key ID into the header as kid. It is in the file's name, AuthKey_<Key ID>.p8."))
        }
        return causes
    }

    private static func keyUnknown(_ keyID: String, _ secret: SentSecret) -> RefusalCause? {
        let subject = "client_secret, kid \(SentText.shown(keyID))"
        if let team = secret.team {
            guard secret.key == nil else { return nil }
            return .client(
                "client_secret_key_unknown", subject, "Team \(team.teamID), which has the client, has no such key.",
                advice: "Use a key of that team, and exactly its Key ID as kid.", evidence: .judged)
        }
        guard !SentText.isTenCharacters(keyID) else { return nil }
        return .client(
            "client_secret_key_unknown", subject, "kid does not have the ten characters of a Key ID.",
            advice: "Put exactly the Key ID there. It is in the name of the file, AuthKey_<Key ID>.p8.")
    }

    /// A signature with ES256 is r and s of 32 octets each (RFC 7518 §3.4). TN3107 names ASN.1 as a common mistake.
    private static func signature(_ token: CompactJWS, _ secret: SentSecret) -> [RefusalCause] {
        guard token.header.algorithm == .es256 else { return [] }
        let count = token.signature.count
        guard count == 64 else {
            return [
                .client(
                    "client_secret_signature_not_raw", "client_secret, signature",
                    "The signature has \(count) octets instead of 64.",
                    advice: token.signature.first == 0x30
                        ? "It is ASN.1 DER. Convert it to r and s of 32 octets each, as JWT libraries do."
                        : "Send r and s of 32 octets each, unchanged.")
            ]
        }
        guard let key = secret.key?.verificationKey, !token.isSigned(by: key) else { return [] }
        return [
            .client(
                "client_secret_signature_wrong", "client_secret, signature",
                "The configured key \(secret.key?.id ?? "") did not make this signature.",
                advice: "Sign with the file that was downloaded for this Key ID, and send the token unchanged.")
        ]
    }
}
