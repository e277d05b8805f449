import ChildPrograms
import Foundation
import GRDB
import SignInAPI
import Testing

/// The app is a child process. At each request of a person's way to a goal it is killed with SIGKILL, or loses the reply,
/// once. Then the person goes on, in the next process or in the same one.
@Suite(.serialized, .timeLimit(.minutes(30))) struct KitLinkingCrashTests {
    /// A way as `kit-drill` goes it, and what must be true in the end, whatever went wrong.
    struct Journey: Sendable, CustomTestStringConvertible {
        let name: String
        /// The requests, in order.
        let requests: [String]
        /// The requests after whose answers the session is stored.
        let storing: [String]
        /// The ways that were gone before, without a fault. After them, the person is signed in.
        var preparation: [String] = []
        /// The requests before which the way itself has signed the person in.
        var isSignedInBefore: [String] = []
        /// How many accounts there are more.
        var newAccounts = 0
        /// Whether the account is the one that the person had before.
        var isKnown = true
        var givenName: String?
        var identities = 1

        var testDescription: String { name }

        /// The points of `kit-drill`, with their requests.
        var faults: [Fault] {
            requests.flatMap { request in
                let points = ["unsent", "answered", "lost"] + (storing.contains(request) ? ["before_session"] : [])
                return points.map { Fault(point: $0, request: request) }
            }
        }
    }

    struct Fault: CustomStringConvertible {
        let point: String
        let request: String

        var description: String { "\(point) at \(request)" }
        var kills: Bool { point != "lost" }
        /// An answer is taken once. If its reply did not get through, the question is over, and the person has to tap
        /// again (LifeCycle.md, R54).
        var endsQuestion: Bool { request == Paths.nativeAnswers && point != "unsent" }
    }

    private struct Report: Decodable {
        struct Tap: Decodable {
            let name: String
            let failure: String?
        }
        let stateAtLaunch: String
        let wasSignedOut: Bool
        let account: String
        let accountRead: String
        let givenNameRead: String?
        let email: String?
        let identities: Int
        let taps: [Tap]
        let leftOver: [String]
    }

    private static let (begin, signIn, answer) = (Paths.nativeAttempts, Paths.nativeSignIn, Paths.nativeAnswers)
    private static let password = Paths.passwordSignIn

    /// Apple gives the name at a sign-in, and not at a link.
    static let journeys: [Journey] = [
        Journey(name: "ticket", requests: [begin, signIn], storing: [signIn], givenName: "Grace"),
        Journey(
            name: "answer-new", requests: [begin, signIn, answer], storing: [answer], newAccounts: 1, isKnown: false,
            givenName: "Grace"),
        Journey(name: "answer-ticket", requests: [begin, signIn, answer], storing: [answer], givenName: "Grace"),
        Journey(
            name: "answer-session", requests: [begin, signIn, password, answer], storing: [password, answer],
            isSignedInBefore: [answer], givenName: "Grace"),
        Journey(
            name: "merge", requests: [begin, signIn, answer], storing: [answer], preparation: ["typed-password"],
            newAccounts: -1, givenName: "Grace"),
        Journey(name: "link", requests: [begin, signIn], storing: [signIn], preparation: ["typed-password"]),
        Journey(
            name: "unlink", requests: [Paths.accountUnlink], storing: [], preparation: ["typed-password", "link"],
            identities: 0),
        Journey(
            name: "upgrade", requests: [Paths.accountPasswordUpgrade, signIn], storing: [signIn],
            preparation: ["typed-password"]),
        Journey(name: "typed-password", requests: [password], storing: [password], identities: 0),
        Journey(name: "saved-password", requests: [begin, password], storing: [password], identities: 0),
    ]

    @Test(arguments: journeys)
    func `no end of the process and no lost reply makes a second account, signs anybody out or loses a name`(
        journey: Journey
    ) async throws {
        try await SignInSystem.run { system in
            let scene = try await Scene(system, people: journey.faults.count)
            for (fault, person) in zip(journey.faults, scene.people) {
                try await check(journey, fault, of: person, in: scene)
            }
        }
    }

    private func check(_ journey: Journey, _ fault: Fault, of person: String, in scene: Scene) async throws {
        if journey.name == "merge" { _ = try await NativeApp(person, scene.system).signsIn() }
        if journey.name == "saved-password" { try await scene.savePassword(of: person) }
        for way in journey.preparation { _ = try report(await scene.run(way, person)) }
        let before = try scene.accounts()

        let first = try await scene.run(journey.name, person, fault)
        #expect((first.signal == SIGKILL) == fault.kills, "\(fault): \(first.errors)")
        let goal = try await report(fault.kills ? scene.run(journey.name, person) : first)
        #expect(goal.account == goal.accountRead, "\(fault)")
        #expect(goal.givenNameRead == journey.givenName, "\(fault): a name was lost")
        #expect((goal.email == "known-\(person)@example.com") == journey.isKnown, "\(fault): another account")
        #expect(goal.identities == journey.identities, "\(fault)")
        #expect(try scene.accounts() == before + journey.newAccounts, "\(fault): a second account")
        #expect(!goal.wasSignedOut, "\(fault): somebody was signed out")
        // A process that loses a reply goes on, and nobody was signed in at its launch.
        let hadSignedIn = fault.kills && journey.isSignedInBefore.contains(fault.request)
        let wasSignedIn = hadSignedIn || !journey.preparation.isEmpty
        #expect(!wasSignedIn || goal.stateAtLaunch == "signed in", "\(fault): somebody was signed out")
        #expect(goal.taps.contains { $0.failure == "question_over" } == fault.endsQuestion, "\(fault): \(goal.taps)")

        // The next process has nothing left to do.
        let next = try report(await scene.run(journey.name, person))
        #expect(next.stateAtLaunch == "signed in" && next.account == goal.account && next.taps.isEmpty, "\(fault)")
        #expect(!next.leftOver.contains("pending-sign-in"), "\(fault)")
    }

    private func report(_ ended: Program.Ended) throws -> Report {
        try #require(ended.status == 0, "\(ended.errors)")
        return try JSONDecoder().decode(Report.self, from: Data(ended.output.utf8))
    }

    /// A service with people whom it knows by a password, and who have not used Sign in with Apple yet.
    private struct Scene {
        /// PBKDF2 of "correct horse battery".
        private static let hash =
            "$pbkdf2-sha256$600000$AAECAwQFBgcICQoLDA0ODw$uwbIwLHdW/1OQPTil6LQ5k2n75S0uOwgmJAhyLQVNq0"

        let system: SignInSystem
        private(set) var people: [String] = []
        private let key: String

        init(_ system: SignInSystem, people count: Int) async throws {
            self.system = system
            try system.configure {
                $0["sign_in"] = nil
                $0["passwords"] = ["enabled": true, "scrypt_log_n": 12] as [String: Any]
            }
            try await system.startService()
            for _ in 0..<count { people.append(try await system.newPerson()) }
            let file = system.folder + "/users.jsonl"
            let users = people.map { person in
                """
                {"external_id":"\(person)","email":"known-\(person)@example.com","email_verified":true,\
                "password_hash":"\(Self.hash)","login_names":["known-\(person)@example.com"]}

                """
            }
            try Data(users.joined().utf8).write(to: URL(fileURLWithPath: file))
            let imported = try await Program.siwa.run(["import", file, "--config", system.configuration])
            try #require(imported.status == 0, "\(imported.lines) \(imported.errors)")
            let made = try await Program.siwa.run([
                "credentials", "create", "--config", system.configuration, "--name", "shop", "--scope", "link",
            ])
            let found = try #require(made.output.split { $0.isWhitespace }.first { $0.hasPrefix("siwa_") })
            key = String(found)
        }

        /// Runs an app of the person, whose storage is still there.
        func run(_ journey: String, _ person: String, _ fault: Fault? = nil) async throws -> Program.Ended {
            try await Program.built("kit-drill").run([
                system.emulator.baseURL, system.publicURL, system.folder + "/app-" + person, person,
                fault?.point ?? "none", journey, fault?.request ?? "", key,
            ])
        }

        /// Saves the person's password in the keychain of their phone.
        func savePassword(of person: String) async throws {
            let domain = "example.com"
            try await system.control(
                "/device/apps", ["bundle_id": "com.example.app", "associated_domains": [domain]])
            try await system.control(
                "/device/passwords",
                [
                    "person": person, "user": "known-\(person)@example.com", "password": "correct horse battery",
                    "domain": domain,
                ])
        }

        /// The number of accounts in the service's database.
        func accounts() throws -> Int {
            let database = try DatabaseQueue(path: system.folder + "/accounts.sqlite")
            defer { try? database.close() }
            return try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM accounts") } ?? 0
        }
    }
}
