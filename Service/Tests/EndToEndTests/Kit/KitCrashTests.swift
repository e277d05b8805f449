import Foundation
import Testing

/// The app is a child process that gets SIGKILL at a named point of a first sign-in, whose name Apple gives once.
@Suite(.serialized, .sharedSystem)
struct KitCrashTests {
    struct Report: Decodable {
        let stateAtLaunch: String
        let account: String
        let givenName: String?
        let accountRead: String
        let leftOver: [String]
    }

    /// Where it ends, and where the next start finds the person.
    static let points = [
        ("kept", "signed in"), ("answered", "signed out"), ("before_session", "signed out"),
        ("session_stored", "signed in"),
    ]

    @Test(arguments: points)
    func `an app killed at this point has the name on the account once, and a whole session`(
        point: String, next: String
    ) async throws {
        let system = try SharedSystem.system
        let person = try await system.newPerson()
        let folder = system.folder + "/app-" + person
        let killed = try run(system, folder, person, point)
        #expect(killed.signal == SIGKILL, "the app was to die at \(point)")

        let report = try JSONDecoder().decode(Report.self, from: try run(system, folder, person, "none").output)
        #expect(report.stateAtLaunch == next)
        #expect(report.givenName == "Grace")
        #expect(report.accountRead == report.account)
        #expect(report.leftOver.isEmpty, "the name would be sent again")

        // Another device of the same person finds the one account, with the name.
        let other = try run(system, folder + "-other", person, "none")
        let second = try JSONDecoder().decode(Report.self, from: other.output)
        #expect(second.account == report.account && second.givenName == "Grace")
        // And the first one is still signed in when it starts once more.
        let third = try JSONDecoder().decode(Report.self, from: try run(system, folder, person, "none").output)
        #expect(third.stateAtLaunch == "signed in" && third.account == report.account)
    }

    private func run(
        _ system: SignInSystem, _ folder: String, _ person: String, _ point: String
    ) throws -> (signal: Int32?, output: Data) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("kit-drill")
        process.arguments = [system.emulator.baseURL, system.publicURL, folder, person, point]
        process.standardOutput = output
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil, printed)
    }
}
