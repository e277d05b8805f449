import Hummingbird

/// `/_emulator/organizations`: what an administrator of Apple School Manager or Apple Business Manager decides under
/// "Access Management".
struct OrganizationControl: Sendable {
    struct Call: ControlCall {
        let orgId: String
        /// Without it, all apps are allowed.
        var allowedApps: [String]?

        enum CodingKeys: CodingKey, CaseIterable {
            case orgId, allowedApps
        }
    }

    struct Reply: Encodable, Sendable {
        let organizations: [Entry]
    }

    struct ChangeReply: Encodable, Sendable {
        let organizations: [Entry]
        /// About the consents that the change ended.
        let notifications: [NotificationReply]
    }

    struct Entry: Encodable, Sendable {
        let orgId: String
        let allowedApps: [String]
    }

    let state: EmulatorState

    func list() throws -> Answer { try .reply(Reply(organizations: organizations)) }

    /// Allows all apps, or some. An app that is no longer allowed signs its existing users out, as Apple documents.
    func set(_ request: Request) async throws -> Answer {
        let call = try await request.control(Call.self)
        guard !call.orgId.isEmpty, call.orgId.utf8.count <= 100 else {
            throw ControlRefusal.badRequest("org_id", "An organization needs an org_id of at most 100 characters.")
        }
        let ended = try state.note { world in
            for id in call.allowedApps ?? [] where world.client(id) == nil {
                throw ControlRefusal.unknownClient(id, world)
            }
            world.organizations[call.orgId] = call.allowedApps.map { Organization(allowedApps: $0) }
            world.tell(
                .organizationChanged,
                .members([
                    ("org_id", .string(call.orgId)),
                    ("allowed_apps", call.allowedApps.map { .array(of: $0) } ?? .null),
                ]))
            return world.forbiddenConsents(of: call.orgId)
        }
        let sent = try ended.flatMap { try state.stopUsing($0) }
        return try .reply(
            ChangeReply(organizations: organizations, notifications: sent.map(NotificationReply.init)))
    }

    private var organizations: [Entry] {
        state.read { $0.organizations }.sorted { $0.key < $1.key }.map { id, organization in
            Entry(orgId: id, allowedApps: organization.allowedApps)
        }
    }
}
