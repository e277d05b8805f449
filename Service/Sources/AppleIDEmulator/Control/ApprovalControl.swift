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
            return refused(refusal, client: fields["client_id"])
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
        var answer = Answer.json(Self.json(response))
        answer.client = authorize.client.id
        answer.person = person.key
        return answer
    }

    private static func json(_ response: AuthorizeResponse) -> OrderedJSON {
        if let message = response.webMessage { return json(message, response.fields) }
        return .object([
            ("method", .string(response.mode == .formPost ? "POST" : "GET")),
            ("action", .string(response.returnURL)),
            ("response_mode", .string(response.mode.rawValue)),
            ("location", .optional(response.location)),
            ("fields", .object(response.fields.map { ($0.name, .string($0.value)) })),
        ])
    }

    /// Nothing goes to the return URL: the popup posts the message to a window of that origin.
    private static func json(_ message: WebMessage, _ fields: [(name: String, value: String)]) -> OrderedJSON {
        .object([
            ("method", .string("postMessage")), ("action", .null),
            ("response_mode", .string(ResponseMode.webMessage.rawValue)), ("location", .null),
            ("fields", .object(fields.map { ($0.name, .string($0.value)) })), ("message", .string(message.text)),
            ("target_origin", .string(message.targetOrigin)),
        ])
    }

    /// The content of the error page, as JSON.
    private func refused(_ refusal: Refusal, client: String?) -> Answer {
        var answer = Answer.json(
            .object([
                ("error", .string(refusal.error)), ("error_description", .optional(refusal.description)),
                ("cause", .string(refusal.cause)), ("message", .string(refusal.explanation)),
            ]), status: .badRequest)
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
