import ChildPrograms
import Foundation
import NIOCore
import NIOPosix
import SignInAPI
import Testing
import Waiting

/// An operator stops the service while people sign in, as every update does.
@Suite(.serialized)
struct StopSignalTests {
    /// Two hundred open sign-ins: some wait for Apple's answer to their code, the others are at Apple's pages.
    private static let waiting = 48
    private static let away = 152

    /// How long the service waits for Apple. If no answer comes, that is less than a service takes to end, and enough for
    /// every sign-in to reach Apple, also on a slow machine. Otherwise it must not be over before the answers come.
    private static func appleSeconds(applesAnswerComes: Bool) -> Int { applesAnswerComes ? SignInSystem.patience : 20 }

    @Test(.sharedEmulator, arguments: [true, false])
    func `a stop signal loses no sign-in that was begun: it finishes, or is done again`(applesAnswerComes: Bool)
        async throws
    {
        let system = try SharedSystem.system
        try system.configure { settings in
            var apple = settings["apple"] as? [String: Any] ?? [:]
            apple["connect_seconds"] = 20
            apple["call_seconds"] = Self.appleSeconds(applesAnswerComes: applesAnswerComes)
            settings["apple"] = apple
        }
        try await system.startService()
        let program = try #require(system.service)
        let away = try await visitorsAtApple(system)
        let apps = try await newApps(system)
        try await AppleFault("held back", ["kind": .text("gate"), "gate": .text("stop")]).breaks("token", of: system)
        let answers: [Int: Browser.Answer] = try await withThrowingTaskGroup(of: (Int, Browser.Answer?).self) { group in
            for (number, app) in apps.enumerated() {
                group.addTask { (number, try? await app.app.submit(app.submission)) }
            }
            try await waitUntilHeld(system)
            kill(program.processIdentifier, SIGTERM)
            try await waitUntilNobodyNewIsTaken(system)
            if applesAnswerComes { try await system.control("/gates", ["open": "stop"]) }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(try await program.waitForSignal() == nil, "the service had to be killed")
        try await system.control("/gates", ["open": "stop"])
        try await system.mendApple()

        try await system.startService(keepsKeys: true)
        for (number, app) in apps.enumerated() {
            try await expectNothingLost(app.app, after: answers[number], isAnswered: applesAnswerComes)
        }
        for (visitor, form) in away {
            let answer = try await visitor.browser.post(form.action, form: form.reposted)
            #expect(answer.status == 303 && answer.setsSession, "who was at Apple: \(answer.status)")
        }
    }

    /// Whoever was told "signed in" is signed in. Whoever was told to come back can sign in, with the name that Apple
    /// gave once.
    private func expectNothingLost(_ app: NativeApp, after answer: Browser.Answer?, isAnswered: Bool) async throws {
        let answer = try #require(answer, "a sign-in was cut off")
        let first: SessionReply?
        if isAnswered {
            #expect(answer.status == 200, "\(answer.status) \(answer.body)")
            first = try answer.decoded(SessionReply.self)
        } else {
            #expect(answer.status == 503 && answer.errorCode == "apple_unavailable", "\(answer.status)")
            first = nil
        }
        if let first {
            let read = try await app.system.get(Paths.account, accessToken: first.accessToken)
            #expect(try read.decoded(AccountReply.self) == first.account)
        }
        let again = try await app.signsIn().account
        #expect(again.name == PersonName(given: "Grace", family: "Hopper"), "the name was lost")
        #expect(first == nil || first?.account.id == again.id, "a second account was made")
    }

    private func newApps(_ system: SignInSystem) async throws -> [(app: NativeApp, submission: NativeSignInRequest)] {
        var apps: [(NativeApp, NativeSignInRequest)] = []
        for _ in 0..<Self.waiting {
            let app = NativeApp(try await system.newPerson(), system)
            apps.append((app, try await app.submission()))
        }
        return apps
    }

    private func visitorsAtApple(_ system: SignInSystem) async throws -> [(Visitor, Visitor.AppleForm)] {
        let person = try await system.newPerson()
        var visitors: [(Visitor, Visitor.AppleForm)] = []
        for _ in 0..<Self.away {
            let visitor = Visitor(person, system)
            visitors.append((visitor, try await visitor.walksToApple()))
        }
        return visitors
    }

    /// Waits until every code has reached Apple, whose answers are held back.
    private func waitUntilHeld(_ system: SignInSystem) async throws {
        try await until { try await system.holds(Self.waiting, at: "stop") }
    }

    /// Waits until the service accepts no new connections and is about to end.
    ///
    /// It only connects and sends nothing: a request on a connection accepted at the moment of the signal would get no
    /// answer before the service ends.
    private func waitUntilNobodyNewIsTaken(_ system: SignInSystem) async throws {
        let port = try #require(URLComponents(string: system.publicURL)?.port)
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        await until {
            guard let channel = try? await bootstrap.connect(host: "127.0.0.1", port: port).get() else { return true }
            try? await channel.close()
            return false
        }
    }
}
