import Foundation
import SignInKit
import SignInKitTesting

/// Signs somebody in at each backend, with the emulator as Apple: the first time, after an outage, after a restart, and
/// until the account is deleted.
///
/// An app writes one of the four backends and `SignInModel(SignInConfiguration(backend: …))`. The rest of this program
/// plays a person.
@main
struct AnyBackend {
    static func main() async {
        do {
            let own = OwnServer(server: try BackendConnection(try address("OWN_SERVER")))
            try await play("a server of one's own", own, at: "OWN_SERVER", renews: false)
            let supabase = try Supabase(try address("SUPABASE"), key: try text("SUPABASE_KEY"))
            try await play("Supabase", supabase, at: "SUPABASE", renews: true)
            try await link("Supabase", supabase, to: try await supabase.signInAnonymously())
            let firebase = try Firebase(
                key: try text("FIREBASE_KEY"), identityToolkit: try text("FIREBASE"), secureToken: try text("FIREBASE"))
            try await play("Firebase", firebase, at: "FIREBASE", renews: true)
            try await link("Firebase", firebase, to: try await firebase.signInAnonymously())
            let auth0 = try Auth0(
                try address("AUTH0"), client: try text("AUTH0_CLIENT"), audience: try text("AUTH0_AUDIENCE"),
                server: try address("AUTH0"))
            try await play("Auth0", auth0, at: "AUTH0", renews: true)
        } catch {
            print("any-backend: \(error)")
            exit(1)
        }
    }

    private static func play(
        _ name: String, _ backend: any SignInBackend, at variable: String, renews: Bool
    ) async throws {
        let server = try BackendConnection(try address(variable))
        let clock = TestSignInClock(at: Date())
        let device = EmulatorAppleDevice(
            emulator: try address("EMULATOR"), bundleID: "com.example.app",
            person: "person-at-" + variable.lowercased())
        try await device.control.addPerson(email: variable.lowercased() + "@example.com")
        let storage = MemoryStorage()
        func app() throws -> SignInClient {
            var configuration = SignInConfiguration(backend: backend)
            configuration.revocationTrust = RevocationTrust(isSimulator: false, freshSeconds: 0)
            return try SignInClient(
                configuration, device: device, storage: storage, mark: storage, clock: clock.clock)
        }

        // Nobody answers the first time: the name that Apple gives only once must not be lost.
        let client = try app()
        try await server.send("POST", "_played/fault", Fault(status: 503, times: 1))
        try check(await client.signIn().state == .exchanging(.waiting), "\(name): the outage ended the sign-in")
        await clock.advanceWhenAsleep(by: 1)
        let account = try unwrap(await client.status { $0.state.person != nil }.state.person?.account, "nobody")
        try check(account.name?.given?.hasPrefix("Grace") == true, "\(name): the name was lost: \(account)")
        try check(account.email == variable.lowercased() + "@example.com", "\(name): another address: \(account)")

        // The app starts again, without a sheet. Tokens are renewed if the backend does that.
        let next = try app()
        let restarted = await next.launch()
        try check(restarted.state.person?.account == account, "\(name): another account after a restart: \(restarted)")
        let first = try await next.accessToken()
        if renews {
            clock.advance(by: 3590)
            try check(try await next.accessToken() != first, "\(name): an old token")
            try await server.send("POST", "_played/expire", ["what": "sessions"])
            clock.advance(by: 3590)
            do {
                _ = try await next.accessToken()
                throw Failed(what: "\(name): a session that has ended goes on")
            } catch SignInFailure.sessionEnded {}
            try check(await next.status.state == .signedOut(.sessionEnded), "\(name): still signed in")
        } else {
            await next.signOut()
        }

        // The same person gets the same account, and deletes it. Apple's permission goes with it.
        let again = await next.signIn()
        try check(again.state.person?.account.id == account.id, "\(name): another account: \(again)")
        let user = try unwrap(again.state.person?.appleUser, "no identifier")
        let left = await next.deleteAccount()
        try check(left.state == .signedOut(.accountDeleted(.queued)), "\(name): not deleted: \(left)")
        try check(try await device.credentialState(of: user) == .revoked, "\(name): Apple's permission is left")
        print("any-backend: \(name): signed in\(renews ? ", renewed" : ""), signed in again, deleted")
    }

    /// Somebody used the app without a sign-in, adds their Apple Account, and comes back with it.
    private static func link(
        _ name: String, _ backend: any LinkingBackend, to anonymous: BackendSession
    ) async throws {
        let device = EmulatorAppleDevice(
            emulator: try address("EMULATOR"), bundleID: "com.example.app", person: "linking-at-" + name.lowercased())
        try await device.control.addPerson(email: "linking-at-\(name.lowercased())@example.com")
        let storage = MemoryStorage()
        let client = try SignInClient(
            SignInConfiguration(backend: backend), device: device, storage: storage, mark: storage)
        try await client.adopt(anonymous)
        let linked = await client.linkAppleAccount()
        try check(linked.state.person?.account.id == anonymous.account.id, "\(name): not linked: \(linked)")
        let identities = try await client.identities()
        try check(identities.map(\.isApple) == [true], "\(name): no Apple Account is listed")
        do {
            try await client.unlink(try unwrap(identities.first, "nothing is listed").id)
            throw Failed(what: "\(name): the last way in was removed")
        } catch SignInFailure.refused {}
        await client.signOut()
        let again = await client.signIn()
        try check(again.state.person?.account.id == anonymous.account.id, "\(name): another account: \(again)")
        print("any-backend: \(name): an anonymous user added an Apple Account, and came back with it")
    }

    private struct Fault: Encodable {
        let status: Int
        let times: Int
    }

    private struct Failed: Error {
        let what: String
    }

    private static func check(_ holds: Bool, _ fault: String) throws {
        if !holds { throw Failed(what: fault) }
    }

    private static func unwrap<Value>(_ value: Value?, _ fault: String) throws -> Value {
        guard let value else { throw Failed(what: fault) }
        return value
    }

    private static func text(_ variable: String) throws -> String {
        try unwrap(ProcessInfo.processInfo.environment[variable], "the variable \(variable) is missing")
    }

    private static func address(_ variable: String) throws -> URL {
        try unwrap(URL(string: try text(variable)), "\(variable) is no address")
    }
}
