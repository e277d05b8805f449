import HTTPServing
import Hummingbird

/// `POST /_emulator/approvals`: completes a person's web sign-in in one call instead of through the pages.
struct ApprovalControl: Sendable {
    struct Call: ControlCall {
        let authorizeUrl: String
        let person: String
        var shareEmail: Bool?
        var name: PersonName?
        var cancel: Bool?

        static let names = declaredNames(objects: ["name": PersonName.names])

        enum CodingKeys: CodingKey, CaseIterable {
            case authorizeUrl, person, shareEmail, name, cancel
        }
    }

    /// What the browser sends to the return URL, and how.
    struct Reply: Encodable, Sendable {
        let method: String
        let action: String
        let responseMode: String
        let location: String?
        let fields: NamedValues<String>
    }

    /// Nothing goes to the return URL: the popup posts the message to a window of that origin.
    struct MessageReply: Encodable, Sendable {
        let method = "postMessage"
        let action: String? = nil
        let responseMode = ResponseMode.webMessage.rawValue
        let location: String? = nil
        let fields: NamedValues<String>
        let message: String
        let targetOrigin: String
    }

    /// The content of the error page.
    struct RefusalReply: Encodable, Sendable {
        let error: String
        let errorDescription: String?
        let cause: String
        let message: String
    }

    let state: EmulatorState

    func approve(_ request: Request) async throws -> Answer {
        let call = try await request.control(Call.self)
        let query = call.authorizeUrl.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        guard let fields = FormFields(decoding: query.prefix { $0 != "#" }.utf8) else {
            throw ControlRefusal.badRequest("authorize_url", "authorize_url is not percent-encoded UTF-8.")
        }
        guard let person = state.read({ $0.person(call.person) }) else {
            throw state.read { ControlRefusal.unknownPerson(call.person, $0) }
        }
        do {
            return try approve(call, person, try state.read { world in try AuthorizeRequest(fields, world) })
        } catch let refusal as Refusal {
            return try refused(refusal, client: fields["client_id"])
        }
    }

    private func approve(_ call: Call, _ person: Person, _ authorize: AuthorizeRequest) throws -> Answer {
        let cancels = call.cancel ?? false || person.declines
        if cancels {
            state.tell(.signInCancelled, client: authorize.client.id, person: person.key)
        }
        let response =
            cancels
            ? AuthorizeResponse(cancelling: authorize)
            : AuthorizeResponse(
                authorize,
                try state.authorize(
                    authorize.approval,
                    ConsentChoice(
                        person: person, isEmailShared: call.shareEmail ?? true,
                        name: call.name ?? PersonName(first: person.firstName, last: person.lastName))))
        var answer = try Self.answer(response)
        answer.client = authorize.client.id
        answer.person = person.key
        return answer
    }

    private static func answer(_ response: AuthorizeResponse) throws -> Answer {
        let fields = NamedValues(response.fields)
        if let message = response.webMessage {
            return try .reply(
                MessageReply(fields: fields, message: message.text, targetOrigin: message.targetOrigin))
        }
        return try .reply(
            Reply(
                method: response.mode == .formPost ? "POST" : "GET", action: response.returnURL,
                responseMode: response.mode.rawValue, location: response.location, fields: fields))
    }

    private func refused(_ refusal: Refusal, client: String?) throws -> Answer {
        var answer = try Answer.reply(
            RefusalReply(
                error: refusal.error, errorDescription: refusal.description, cause: refusal.cause,
                message: refusal.explanation), status: .badRequest)
        answer.refusal = refusal
        answer.client = client
        return answer
    }
}

extension AuthorizeRequest {
    /// The part of a web request that is needed to issue a code and tokens.
    var approval: EmulatorState.Approval {
        .init(
            client: client, scopes: scopes, nonce: nonce, redirectURI: redirectURI, codeChallenge: codeChallenge,
            isChallengePlain: isChallengePlain, wantsIdentityToken: wantsIdentityToken)
    }
}
