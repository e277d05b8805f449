import ChildPrograms
import Foundation
import Testing

/// The app is a child process that is killed with SIGKILL at a named point of a first sign-in. Apple gives the name
/// only once.
@Suite(.serialized, .sharedSystem)
struct KitCrashTests {
    struct Report: Decodable {
        let stateAtLaunch: String
        let account: String
        let givenName: String?
        let accountRead: String
        let leftOver: [String]
    }

    /// The points of the crash, and the state at the next start.
    static let points = [
        ("kept", "signed in"), ("answered", "signed in"), ("before_session", "signed in"),
        ("session_stored", "signed in"),
    ]

    @Test(arguments: points)
    func `an app killed at this point has the name on the account once, and a whole session`(
        point: String, next: String
    ) async throws {
        let system = try SharedSystem.system
        let person = try await system.newPerson()
        let folder = system.folder + "/app-" + person
        let killed = try await run(system, folder, person, point)
        #expect(killed.signal == SIGKILL, "the app was to die at \(point)")

        let report = try self.report(await run(system, folder, person, "none"))
        #expect(report.stateAtLaunch == next)
        #expect(report.givenName == "Grace")
        #expect(report.accountRead == report.account)
        #expect(report.leftOver.isEmpty, "the name would be sent again")

        // Another device of the same person gets the same account, with the name.
        let second = try self.report(await run(system, folder + "-other", person, "none"))
        #expect(second.account == report.account && second.givenName == "Grace")
        // The first device is still signed in at its next start.
        let third = try self.report(await run(system, folder, person, "none"))
        #expect(third.stateAtLaunch == "signed in" && third.account == report.account)
    }

    private func run(
        _ system: SignInSystem, _ folder: String, _ person: String, _ point: String
    ) async throws -> Program.Ended {
        try await Program.built("kit-drill").run([system.emulator.baseURL, system.publicURL, folder, person, point])
    }

    private func report(_ ended: Program.Ended) throws -> Report {
        try JSONDecoder().decode(Report.self, from: Data(ended.output.utf8))
    }
}
