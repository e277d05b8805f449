import Hummingbird

/// `/_emulator/device/apps`: what an app declares when it is built: its domains, and whether it supports children.
struct EntitlementControl: Sendable {
    struct Call: ControlCall {
        let bundleId: String
        /// Without a member, the app declares what it did before.
        var associatedDomains: [String]?
        var childAccounts: Bool?

        enum CodingKeys: CodingKey, CaseIterable {
            case bundleId, associatedDomains, childAccounts
        }
    }

    struct Reply: Encodable, Sendable {
        let apps: [App]

        struct App: Encodable, Sendable {
            let bundleId: String
            let associatedDomains: [String]
            let childAccounts: Bool
        }
    }

    let state: EmulatorState

    func list() throws -> Answer {
        let entitlements = state.read { $0.entitlements }
        return try .reply(
            Reply(
                apps: entitlements.sorted { $0.key < $1.key }.map { id, declared in
                    Reply.App(
                        bundleId: id, associatedDomains: declared.domains,
                        childAccounts: declared.supportsChildAccounts)
                }))
    }

    func set(_ request: Request) async throws -> Answer {
        let call = try await request.control(Call.self)
        let domains = try call.associatedDomains?.map { text in
            guard let domain = AppEntitlements.domain(text) else { throw Self.noDomain(text) }
            return domain
        }
        try state.note { world in
            guard world.client(call.bundleId)?.kind == .app else { throw DeviceControl.unknownApp(call.bundleId) }
            var declared = world.entitlements[call.bundleId] ?? AppEntitlements()
            declared.domains = domains ?? declared.domains
            declared.supportsChildAccounts = call.childAccounts ?? declared.supportsChildAccounts
            world.entitlements[call.bundleId] = declared
            world.tell(
                .appChanged, client: call.bundleId,
                .members([
                    ("associated_domains", .array(of: declared.domains)),
                    ("child_accounts", .boolean(declared.supportsChildAccounts)),
                ]))
        }
        return try list()
    }

    static func noDomain(_ text: String) -> ControlRefusal {
        .badRequest("domain_invalid", "\(text) is not a domain such as example.com.")
    }
}
