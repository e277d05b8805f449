import HTTPServing
import JSONWebTokens
import SignInFlows
import SignInWithApple

/// What is wrong with a request that moves a user to another team (Apple: "Transferring your apps and users to another
/// team", "Bringing new apps and users into your team", TN3107, TN3159).
enum MigrationCauses {
    static func causes(_ request: RefusedRequest) -> [RefusalCause] {
        guard request.endpoint == .usermigrationinfo, let form = request.form, !request.isJSON else { return [] }
        let ownTeam = SentSecret(request)?.claims?.text("iss")
        return [direction(form), target(form, ownTeam: ownTeam), subject(form, ownTeam: ownTeam), bearer(request)]
            .compactMap { $0 }
    }

    /// The transferring team names a person and the recipient, the receiving team the transfer identifier.
    private static func direction(_ form: FormFields) -> RefusalCause? {
        let person = [form.filled("sub"), form.filled("target")].compactMap { $0 }
        if form.filled("transfer_sub") != nil {
            guard !person.isEmpty else { return nil }
            return cause(
                "migration_direction_mixed", "sub, target, transfer_sub",
                "Both directions of a transfer are in one request.",
                advice: "Send sub and target to get a transfer identifier, or transfer_sub to redeem one.")
        }
        guard person.count < 2 else { return nil }
        return cause(
            "migration_parameter_missing", form.filled("sub") == nil ? "sub" : "target",
            "The request names no whole direction of a transfer.",
            advice: "Send sub and target to get a transfer identifier, or transfer_sub to redeem one.")
    }

    private static func target(_ form: FormFields, ownTeam: String?) -> RefusalCause? {
        guard let target = form.filled("target") else { return nil }
        let subject = "target \(SentText.shown(target))"
        guard SentText.isTenCharacters(target) else {
            return cause(
                "migration_target_wrong", subject, "target does not have the ten characters of a Team ID.",
                advice: "Send the Team ID of the team that receives the app.")
        }
        guard target == ownTeam else { return nil }
        return cause(
            "migration_target_wrong", subject, "target is the team that sends the request (iss of the secret).",
            advice: "Send the Team ID of the team that receives the app.")
    }

    /// Managed accounts have subjects of other forms, so only what is certainly none is named.
    private static func subject(_ form: FormFields, ownTeam: String?) -> RefusalCause? {
        guard let subject = form.filled("sub") else { return nil }
        let isOther = SentText.isTenCharacters(subject) || subject.contains("@") || SentText(subject) != .other
        guard isOther || subject == ownTeam else { return nil }
        return cause(
            "migration_subject_wrong", "sub", "sub is not Apple's identifier of a person.",
            advice: "Send the sub of the person's identity token, as it was issued to the transferring team.")
    }

    /// Whether there was a header is known from an option only.
    private static func bearer(_ request: RefusedRequest) -> RefusalCause? {
        guard !request.hasAuthorizationHeader else { return nil }
        var missing = Self.cause(
            "migration_token_missing", "Authorization", "The request has no access token, as far as the options say.",
            advice:
                "Send Authorization: Bearer with the token that client_credentials and scope=user.migration return. If "
                + "it was there, run this again with --authorization-header.")
        missing.isDoubtful = true
        return missing
    }

    private static func cause(_ code: String, _ subject: String, _ meaning: String, advice: String) -> RefusalCause {
        RefusalCause(
            code: code, errors: [TokenEndpointError.invalidRequest], subject: subject, meaning: meaning, advice: advice,
            evidence: .documented)
    }

    /// Apple knows the client, and gives it no access token for the migration of users.
    static func noToken(_ request: RefusedRequest) -> RefusalCause? {
        guard request.endpoint == .token, request.form?["grant_type"] == "client_credentials" else { return nil }
        return RefusalCause(
            code: "migration_not_possible", errors: [TokenEndpointError.unauthorizedClient], subject: "client_id",
            meaning:
                "Nothing wrong can be seen in the request, so the app is probably not being transferred, or its sixty "
                + "days are over.",
            advice:
                "Start the transfer in App Store Connect, and ask again. After the sixty days, only a transfer back and "
                + "forth translates identifiers.", evidence: .judged)
    }

    /// What is left when nothing wrong can be seen.
    static func remaining(_ error: String) -> RefusalCause? {
        switch error {
        case TokenEndpointError.invalidRequest:
            RefusalCause(
                code: "migration_person_gone", errors: [error], subject: "sub, transfer_sub",
                meaning:
                    "Nothing wrong can be seen in the request, so the person probably stopped using the app before.",
                advice:
                    "Leave the person out and go on with the others. Check also that the access token belongs to this "
                    + "client, and that the app was transferred less than 60 days ago.", evidence: .documented)
        case TokenEndpointError.invalidGrant:
            RefusalCause(
                code: "migration_token_used", errors: [error], subject: "Authorization",
                meaning: "The access token has expired, or is one of a person, which serves once.",
                advice:
                    "Get a new token with grant_type=client_credentials and scope=user.migration: it serves an hour.",
                evidence: .observed)
        default: nil
        }
    }
}
