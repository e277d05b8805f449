import Hummingbird

/// `/_emulator/account/…`: one call for each thing that a person can do on the account page.
struct AccountControl: Sendable {
    struct AppCall: ControlCall {
        let person: String
        /// Any client of the group of apps.
        let client: String

        enum CodingKeys: CodingKey, CaseIterable {
            case person, client
        }
    }

    struct ForwardingCall: ControlCall {
        let person: String
        var client: String?
        var teamId: String?
        let on: Bool

        enum CodingKeys: CodingKey, CaseIterable {
            case person, client, teamId, on
        }
    }

    struct PasswordCall: ControlCall {
        let person: String
        let password: String

        enum CodingKeys: CodingKey, CaseIterable {
            case person, password
        }
    }

    struct DeletionCall: ControlCall {
        let person: String

        enum CodingKeys: CodingKey, CaseIterable {
            case person
        }
    }

    let state: EmulatorState

    func stopUsing(_ request: Request) async throws -> Answer {
        let call = try await request.control(AppCall.self)
        let client = try known(client: call.client)
        return try answered {
            try state.stopUsing(
                Consent.Key(person: call.person, teamID: client.teamID, primaryApp: client.primaryApp))
        }
    }

    func setForwarding(_ request: Request) async throws -> Answer {
        let call = try await request.control(ForwardingCall.self)
        guard let team = try call.client.map({ try known(client: $0).teamID }) ?? call.teamId else {
            throw ControlRefusal.badRequest("client_or_team", "Name a client or a team_id.")
        }
        return try answered { try state.setForwarding(call.on, person: call.person, teamID: team) }
    }

    func changePassword(_ request: Request) async throws -> Answer {
        let call = try await request.control(PasswordCall.self)
        return try answered {
            try state.changePassword(of: call.person, to: call.password)
            return []
        }
    }

    func delete(_ request: Request) async throws -> Answer {
        let call = try await request.control(DeletionCall.self)
        return try answered { try state.deleteAccount(of: call.person) }
    }

    private func known(client id: String) throws -> Client {
        guard let client = state.read({ $0.client(id) }) else {
            throw state.read { ControlRefusal.unknownClient(id, $0) }
        }
        return client
    }

    /// Answers with the notifications to be sent, or with the reason why nothing happened.
    private func answered(_ action: () throws -> [NotificationOutbox.Delivery]) throws -> Answer {
        do {
            return try .reply(NotificationsReply(action()))
        } catch let refusal as AccountRefusal {
            throw ControlRefusal(
                status: refusal == .passwordUnfit ? 400 : 404, code: refusal.rawValue, message: refusal.explanation)
        }
    }
}
