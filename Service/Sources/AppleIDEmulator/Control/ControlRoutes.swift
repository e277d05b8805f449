import HTTPTypes
import Hummingbird

/// All routes of `/_emulator`: everything that a person can click, and everything that tests need to change.
struct ControlRoutes: Sendable {
    let state: EmulatorState

    func add(to router: Router<EmulatorContext>, _ runner: EndpointRunner) {
        let approvals = ApprovalControl(state: state)
        let devices = DeviceControl(state: state)
        let credentials = CredentialControl(state: state)
        let keychains = KeychainControl(state: state)
        let entitlements = EntitlementControl(state: state)
        let organizations = OrganizationControl(state: state)
        let clock = ClockControl(state: state)
        let faults = FaultControl(state: state)
        let keys = KeyControl(state: state)
        let switches = SwitchControl(state: state)
        let registry = RegistryControl(state: state)
        let resets = ResetControl(state: state)
        let inspection = InspectionControl(state: state)
        let notifications = NotificationControl(state: state)
        let account = AccountControl(state: state)
        let mail = MailControl(state: state)
        func control(
            _ method: HTTPMethod, _ path: String, query: [String]? = [],
            _ endpoint: @escaping EndpointRunner.Endpoint
        ) {
            runner.addControl(
                method.method, RouterPath("/_emulator" + path), query: query, state, to: router, endpoint)
        }
        control(.post, "/approvals", approvals.approve)
        control(.post, "/device/credentials", credentials.credential)
        control(
            .get, "/device/sheet", query: ["bundle_id", "device", "person", "includes_passwords", "quiet"],
            credentials.offer)
        control(.get, "/device/passwords", query: ["device", "person"], keychains.list)
        control(.post, "/device/passwords", keychains.save)
        control(.delete, "/device/passwords", keychains.remove)
        control(.get, "/device/apps") { _ in entitlements.list() }
        control(.post, "/device/apps", entitlements.set)
        control(.get, "/organizations") { _ in organizations.list() }
        control(.post, "/organizations", organizations.set)
        control(.get, "/device/state", query: ["bundle_id", "user", "device"], devices.credentialState)
        control(.get, "/device/signals", query: ["since", "device"]) { SignalControl(state: state).stream($0) }
        control(.get, "/device/accounts") { _ in devices.list() }
        control(.post, "/device/accounts", devices.switchAccount)
        control(.post, "/device/transfers", devices.transfer)
        control(.get, "/clock") { _ in clock.read() }
        control(.post, "/clock", clock.set)
        control(.get, "/faults") { _ in faults.list() }
        control(.post, "/faults", faults.add)
        control(.delete, "/faults", query: ["id"]) { try faults.clear($0.uri.query) }
        control(.post, "/gates", faults.openGate)
        control(.get, "/switches") { _ in switches.switches() }
        control(.post, "/switches", switches.change)
        control(.get, "/waivers") { _ in switches.waivers() }
        control(.post, "/waivers", switches.waive)
        control(.get, "/keys") { _ in keys.list() }
        control(.post, "/keys", keys.change)
        control(.post, "/teams", registry.addTeam)
        control(.post, "/services", registry.addService)
        control(.post, "/people", registry.addPeople)
        control(.get, "/notifications", query: ["settled"], notifications.log)
        control(.post, "/notifications", notifications.send)
        control(.delete, "/notifications") { _ in notifications.clearLog() }
        control(.get, "/notifications/policy") { _ in notifications.policy() }
        control(.post, "/notifications/policy", notifications.setPolicy)
        control(.post, "/notifications/url", notifications.setURL)
        control(.post, "/account/stop-using", account.stopUsing)
        control(.post, "/account/forwarding", account.setForwarding)
        control(.post, "/account/password", account.changePassword)
        control(.post, "/account/delete", account.delete)
        control(.get, "/mail", query: ["person", "team_id", "state"], mail.list)
        control(.delete, "/mail") { _ in mail.clear() }
        control(.post, "/mail/replies", mail.reply)
        control(.get, "/dns") { _ in mail.records() }
        control(.post, "/dns", mail.setRecords)
        control(.get, "/tls/authority.pem") { _ in try TLSControl(state: state).authority() }
        control(.post, "/reset", resets.reset)
        control(.get, "/snapshots") { _ in resets.list() }
        control(.post, "/snapshots", resets.keep)
        control(.get, "/snapshot", query: ["person", "team_id"]) { inspection.snapshot($0.uri.query) }
        control(.get, "/events", query: nil) { try EventControl(state: state).stream($0) }
        control(.get, "/openapi.yaml") { _ in ControlDocument.answer }
        PortalControl(state: state).add(to: router, runner)
        TransferControl(state: state).add(to: router, runner)
        control(.get, "/log", query: ["client_id", "path", "cause"]) { inspection.log($0.uri.query) }
        control(.delete, "/log") { _ in inspection.clearLog() }
    }

    private enum HTTPMethod {
        case get, post, delete

        var method: HTTPRequest.Method {
            switch self {
            case .get: .get
            case .post: .post
            case .delete: .delete
            }
        }
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
                return refusal.answer
            }
        }
    }
}
