import HTTPTypes
import Hummingbird

/// All routes of `/_emulator`: everything that a person can click, and everything that tests need to change.
struct ControlRoutes: Sendable {
    let state: EmulatorState

    func add(to router: Router<EmulatorContext>, _ runner: EndpointRunner) {
        let calls = Calls(state: state, router: router, runner: runner)
        addSheets(to: calls)
        addDevices(to: calls)
        addBehaviour(to: calls)
        addRegistry(to: calls)
        addNotifications(to: calls)
        addAccounts(to: calls)
        addMail(to: calls)
        addRun(to: calls)
        PortalControl(state: state).add(to: router, runner)
        TransferControl(state: state).add(to: router, runner)
        addLog(to: calls)
    }

    /// The calls under `/_emulator`.
    private struct Calls {
        let state: EmulatorState
        let router: Router<EmulatorContext>
        let runner: EndpointRunner

        func add(
            _ method: HTTPRequest.Method, _ path: String, query: [String]? = [],
            _ endpoint: @escaping EndpointRunner.Endpoint
        ) {
            runner.addControl(method, RouterPath("/_emulator" + path), query: query, state, to: router, endpoint)
        }
    }

    /// What a person answers in a sheet, and the passwords that a device keeps for it.
    private func addSheets(to calls: Calls) {
        let credentials = CredentialControl(state: state)
        let approvals = ApprovalControl(state: state)
        let keychains = KeychainControl(state: state)
        calls.add(.post, "/approvals", approvals.approve)
        calls.add(.post, "/device/credentials", credentials.credential)
        calls.add(
            .get, "/device/sheet", query: ["bundle_id", "device", "person", "includes_passwords", "quiet"],
            credentials.offer)
        calls.add(.get, "/device/passwords", query: ["device", "person"], keychains.list)
        calls.add(.post, "/device/passwords", keychains.save)
        calls.add(.delete, "/device/passwords", keychains.remove)
    }

    /// Which apps and accounts are on a device.
    private func addDevices(to calls: Calls) {
        let entitlements = EntitlementControl(state: state)
        let organizations = OrganizationControl(state: state)
        let devices = DeviceControl(state: state)
        calls.add(.get, "/device/apps") { _ in try entitlements.list() }
        calls.add(.post, "/device/apps", entitlements.set)
        calls.add(.get, "/organizations") { _ in try organizations.list() }
        calls.add(.post, "/organizations", organizations.set)
        calls.add(.get, "/device/state", query: ["bundle_id", "user", "device"], devices.credentialState)
        calls.add(.get, "/device/signals", query: ["since", "device"]) { SignalControl(state: state).stream($0) }
        calls.add(.get, "/device/accounts") { _ in try devices.list() }
        calls.add(.post, "/device/accounts", devices.switchAccount)
        calls.add(.post, "/device/transfers", devices.transfer)
    }

    /// How the emulator behaves: its clock, faults, switches and waived checks.
    private func addBehaviour(to calls: Calls) {
        let clock = ClockControl(state: state)
        let faults = FaultControl(state: state)
        let switches = SwitchControl(state: state)
        calls.add(.get, "/clock") { _ in try clock.read() }
        calls.add(.post, "/clock", clock.set)
        calls.add(.get, "/faults") { _ in try faults.list() }
        calls.add(.post, "/faults", faults.add)
        calls.add(.delete, "/faults", query: ["id"]) { try faults.clear($0.uri.query) }
        calls.add(.post, "/gates", faults.openGate)
        calls.add(.get, "/switches") { _ in switches.switches() }
        calls.add(.post, "/switches", switches.change)
        calls.add(.get, "/waivers") { _ in try switches.waivers() }
        calls.add(.post, "/waivers", switches.waive)
    }

    /// Signing keys, and who is registered.
    private func addRegistry(to calls: Calls) {
        let keys = KeyControl(state: state)
        let registry = RegistryControl(state: state)
        calls.add(.get, "/keys") { _ in try keys.list() }
        calls.add(.post, "/keys", keys.change)
        calls.add(.post, "/teams", registry.addTeam)
        calls.add(.post, "/services", registry.addService)
        calls.add(.post, "/people", registry.addPeople)
    }

    /// Notifications to the apps' servers.
    private func addNotifications(to calls: Calls) {
        let notifications = NotificationControl(state: state)
        calls.add(.get, "/notifications", query: ["settled"], notifications.log)
        calls.add(.post, "/notifications", notifications.send)
        calls.add(.delete, "/notifications") { _ in try notifications.clearLog() }
        calls.add(.get, "/notifications/policy") { _ in try notifications.policy() }
        calls.add(.post, "/notifications/policy", notifications.setPolicy)
        calls.add(.post, "/notifications/url", notifications.setURL)
    }

    /// What a person does with their account.
    private func addAccounts(to calls: Calls) {
        let account = AccountControl(state: state)
        calls.add(.post, "/account/stop-using", account.stopUsing)
        calls.add(.post, "/account/forwarding", account.setForwarding)
        calls.add(.post, "/account/password", account.changePassword)
        calls.add(.post, "/account/delete", account.delete)
    }

    /// Mail through the relay, and the names that it looks up.
    private func addMail(to calls: Calls) {
        let mail = MailControl(state: state)
        calls.add(.get, "/mail", query: ["person", "team_id", "state"], mail.list)
        calls.add(.delete, "/mail") { _ in try mail.clear() }
        calls.add(.post, "/mail/replies", mail.reply)
        calls.add(.get, "/dns") { _ in try mail.records() }
        calls.add(.post, "/dns", mail.setRecords)
    }

    /// What concerns the whole run.
    private func addRun(to calls: Calls) {
        let resets = ResetControl(state: state)
        let inspection = InspectionControl(state: state)
        calls.add(.get, "/tls/authority.pem") { _ in try TLSControl(state: state).authority() }
        calls.add(.post, "/reset", resets.reset)
        calls.add(.get, "/snapshots") { _ in try resets.list() }
        calls.add(.post, "/snapshots", resets.keep)
        calls.add(.get, "/snapshot", query: ["person", "team_id"]) { try inspection.snapshot($0.uri.query) }
        calls.add(.get, "/events", query: nil) { try EventControl(state: state).stream($0) }
        calls.add(.get, "/openapi.yaml") { _ in ControlDocument.answer }
    }

    private func addLog(to calls: Calls) {
        let inspection = InspectionControl(state: state)
        calls.add(.get, "/log", query: ["client_id", "path", "cause"]) { try inspection.log($0.uri.query) }
        calls.add(.delete, "/log") { _ in try inspection.clearLog() }
    }
}

extension EndpointRunner {
    /// Adds a control call, for those who may make one.
    ///
    /// - Parameter query: the parameters that it may have; `nil` if it checks them itself.
    func addControl(
        _ method: HTTPRequest.Method, _ path: RouterPath, query: [String]?, _ state: EmulatorState,
        to router: Router<EmulatorContext>, _ endpoint: @escaping Endpoint
    ) {
        add(method, path, .control, to: router) { request in
            do {
                try ControlAccess.require(
                    authority: request.head.authority ?? "", origin: request.headers[.origin],
                    authorization: request.headers[.authorization], state.configuration)
                if let query { try request.requireQuery(of: query) }
                return try await endpoint(request)
            } catch let refusal as ControlRefusal {
                return try refusal.answer
            }
        }
    }
}
