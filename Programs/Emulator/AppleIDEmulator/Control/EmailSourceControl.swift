import HTTPServing
import Hummingbird
import RelayMail

/// `/_emulator/portal/email-sources`: who may send to relay addresses of a team.
struct EmailSourceControl: Sendable {
    struct Call: ControlCall {
        let teamId: String
        let sources: [String]

        enum CodingKeys: CodingKey, CaseIterable {
            case teamId, sources
        }
    }

    struct Reply: Encodable, Sendable {
        let teamId: String
        let limit: Int
        let sources: [Source]
        let refused: [Refused]

        struct Source: Encodable, Sendable {
            let source: String
            let spf: String
            let effective: Bool
        }

        struct Refused: Encodable, Sendable {
            let sender: String
            let cause: String
            let count: Int
            let lastAt: Int
        }
    }

    let state: EmulatorState

    func list(_ request: Request) throws -> Answer {
        try answer(FormFields(decoding: (request.uri.query ?? "").utf8)?["team_id"] ?? "")
    }

    func add(_ request: Request) async throws -> Answer {
        let call = try await request.control(Call.self)
        try state.savePortal(of: call.teamId) { portal, _, _ throws(PortalRefusal) in
            try portal.registration(ofSources: call.sources, of: call.teamId)
        }
        return try answer(call.teamId)
    }

    func remove(_ request: Request) throws -> Answer {
        let fields = FormFields(decoding: (request.uri.query ?? "").utf8)
        guard let teamID = fields?.filled("team_id"), let source = fields?.filled("source") else {
            throw ControlRefusal.badRequest("query_invalid", "Send team_id and source in the query.")
        }
        try state.savePortal(of: teamID) { portal, _, _ throws(PortalRefusal) in
            try portal.deletion(ofSource: source, of: teamID)
        }
        return try answer(teamID)
    }

    /// The sources as they are saved, and the senders that were refused in the last thirty days.
    private func answer(_ teamID: String) throws -> Answer {
        let sources = try state.emailSources(of: teamID)
        let (kind, refused) = try state.read { world in
            (try world.portal.team(teamID).kind, world.mail.refusedSenders(of: teamID, at: world.clock.now))
        }
        return try .reply(
            Reply(
                teamId: teamID, limit: EmailSource.limit(kind),
                sources: sources.map { .init(source: $0.source, spf: $0.spf.rawValue, effective: $0.isEffective) },
                refused: refused.map {
                    .init(sender: $0.sender, cause: $0.cause, count: $0.count, lastAt: $0.lastAt)
                }))
    }
}
