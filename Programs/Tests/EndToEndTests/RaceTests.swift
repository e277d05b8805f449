import Foundation
import SignInAPI
import Testing

/// The same request many times at once. `RACE_ROUNDS` sets the number of rounds of each race.
@Suite(.serialized, .sharedSystem)
struct RaceTests {
    private static let rounds = ProcessInfo.processInfo.environment["RACE_ROUNDS"].flatMap(Int.init) ?? 5

    @Test func `a callback posted 64 times at once makes one session and sends its code once`() async throws {
        let system = try SharedSystem.system
        for round in 0..<Self.rounds {
            let visitor = Visitor(try await system.newPerson(), system)
            let form = try await visitor.walksToApple()
            try await system.clearAppleLog()
            let answers = try await visitor.browser.postAtOnce(64, form.action, form: form.reposted)
            // Requests that arrive while the first one is processed are told to try again; later ones get the same
            // result.
            let statuses = Set(answers.map(\.status))
            #expect(statuses.contains(303) && statuses.isSubset(of: [303, 503]), "round \(round): \(statuses)")
            #expect(Set(answers.compactMap(\.session)).count == 1, "round \(round)")
            let exchanges = try await system.appleLog().filter { $0.path == "/auth/token" }
            #expect(exchanges.map(\.status) == [200], "round \(round)")
        }
    }

    @Test func `a native answer posted 64 times at once makes one session`() async throws {
        let system = try SharedSystem.system
        for round in 0..<Self.rounds {
            let app = NativeApp(try await system.newPerson(), system)
            let submission = try await app.submission()
            let answers = try await atOnce(64) { try await app.submit(submission) }
            let sessions = answers.filter { $0.status == 200 }.compactMap { try? $0.decoded(SessionReply.self) }
            #expect(Set(sessions.map(\.refreshToken)).count == 1, "round \(round)")
            #expect(answers.allSatisfy { $0.status == 200 || $0.errorCode == "attempt_under_way" }, "round \(round)")
            let late = try await app.submit(submission).decoded(SessionReply.self)
            #expect(late.refreshToken == sessions.first?.refreshToken, "round \(round)")
        }
    }

    @Test func `two first sign-ins at once make one account, with its name`() async throws {
        let system = try SharedSystem.system
        for round in 0..<Self.rounds {
            let person = try await system.newPerson()
            let (first, second) = (Visitor(person, system), Visitor(person, system))
            let forms = [try await first.walksToApple(), try await second.walksToApple()]
            let cookies = [first.browser.cookies, second.browser.cookies]
            let app = NativeApp(person, system)
            let submission = try await app.submission()
            async let one = finish(forms[0], with: cookies[0], system)
            async let two = finish(forms[1], with: cookies[1], system)
            async let three = app.submit(submission)
            let session = try await three.decoded(SessionReply.self)
            // An account read by one of them may be older than the name that another one stored.
            let ids = [try await one.id, try await two.id, session.account.id]
            let accounts = [try await app.signsIn().account, try await Visitor(person, system).signsIn()]
            #expect(Set(ids + accounts.map(\.id)).count == 1, "round \(round): several accounts")
            #expect(accounts.allSatisfy { $0.name?.given == "Grace" }, "round \(round): the name was lost")
        }
    }

    @Test func `32 refreshes at once with one token give a successor each and leave the session alive`() async throws {
        let system = try SharedSystem.system
        let signedIn = try await NativeApp(try await system.newPerson(), system).signsIn()
        var refreshToken = signedIn.refreshToken
        for round in 0..<Self.rounds {
            let presented = refreshToken
            let answers = try await atOnce(32) {
                try await system.post(
                    Paths.sessionRefresh, SessionRefreshRequest(refreshToken: presented, client: "app"))
            }
            #expect(answers.allSatisfy { $0.status == 200 }, "round \(round): \(Set(answers.map(\.status)))")
            let replies = try answers.map { try $0.decoded(SessionReply.self) }
            let successors = Set(replies.map(\.refreshToken))
            #expect(successors.count == 32, "round \(round)")
            #expect(!successors.contains(presented), "round \(round): the token was not replaced")
            refreshToken = try #require(successors.randomElement())
            let access = try #require(replies.last?.accessToken)
            #expect(try await system.get(Paths.account, accessToken: access).status == 200, "round \(round)")
        }
    }

    @Test func `Apple's answer and a cancellation at once come to one end`() async throws {
        let system = try SharedSystem.system
        for round in 0..<Self.rounds {
            let visitor = Visitor(try await system.newPerson(), system)
            let authorize = try await visitor.begin()
            let approved = try await visitor.approve(authorize)
            let cancelled = try await visitor.approve(authorize, cancelling: true)
            let cookies = visitor.browser.cookies
            async let signedIn = Browser(cookies: cookies).post(approved.action, form: approved.reposted)
            async let given = Browser(cookies: cookies).post(cancelled.action, form: cancelled.reposted)
            let statuses = [try await signedIn.status, try await given.status]
            // 303: signed in. 200: the page that says cancelled. 409 and 410: the other request was faster.
            #expect([[303, 409], [410, 200]].contains(statuses), "round \(round): \(statuses)")
        }
    }

    @Test func `a herd that finds no keys fetches them once`() async throws {
        let system = try SharedSystem.system
        var submissions: [NativeSignInRequest] = []
        let app = NativeApp(try await system.newPerson(), system)
        for _ in 0..<32 { submissions.append(try await app.submission()) }
        try await system.clearAppleLog()
        try await system.startService()
        let answers = try await withThrowingTaskGroup(of: Browser.Answer.self) { group in
            for submission in submissions { group.addTask { try await app.submit(submission) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0.status == 200 }, "\(Set(answers.map(\.status)))")
        #expect(try await system.appleLog().count { $0.path == "/auth/keys" } == 1)
    }

    /// The last step of a sign-in, in a browser with these cookies.
    private func finish(
        _ form: Visitor.AppleForm, with cookies: [String: String], _ system: SignInSystem
    ) async throws -> AccountReply {
        let visitor = Visitor("", system, browser: Browser(cookies: cookies))
        let answer = try await visitor.browser.post(form.action, form: form.reposted)
        #expect(answer.status == 303)
        return try await visitor.account()
    }

    private func atOnce(
        _ count: Int, _ ask: @escaping @Sendable () async throws -> Browser.Answer
    ) async throws -> [Browser.Answer] {
        try await withThrowingTaskGroup(of: Browser.Answer.self) { group in
            for _ in 0..<count { group.addTask { try await ask() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
