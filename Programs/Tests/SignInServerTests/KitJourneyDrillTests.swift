import Foundation
import SignInAPI
import SignInFlows
import SignInKit
import TestDoubles
import Testing

@testable import SignInServer

/// A person's way through the app to a goal. Each call does what a person would do next, also after a failure.
enum KitJourney: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case ticket, answerNew, answerTicket, answerSession, merge, unlink, upgrade, typedPassword, savedPassword

    var testDescription: String { rawValue }

    /// What must be true in the end, whatever went wrong.
    struct Promise {
        /// The number of accounts that sign-ins have made, those of the preparation included.
        let newAccounts: Int
        let givenName: String?
        let identities: Int
    }

    var promise: Promise {
        switch self {
        case .ticket, .answerNew: Promise(newAccounts: 1, givenName: "Grace", identities: 1)
        case .answerTicket, .answerSession: Promise(newAccounts: 1, givenName: "Ben", identities: 2)
        case .merge: Promise(newAccounts: 2, givenName: "Ben", identities: 2)
        case .unlink: Promise(newAccounts: 1, givenName: "Ben", identities: 1)
        case .upgrade: Promise(newAccounts: 0, givenName: nil, identities: 1)
        case .typedPassword, .savedPassword: Promise(newAccounts: 0, givenName: nil, identities: 0)
        }
    }

    /// Does what was done before, without faults. Returns the session of another login, and the id of the account to which
    /// the way must lead, if that is known.
    func prepare(
        _ client: SignInClient, _ scene: JourneyScene
    ) async throws -> (session: BackendSession?, account: String?) {
        switch self {
        case .ticket, .answerNew: return (nil, nil)
        case .answerTicket:
            return (nil, try await scene.benSession(linking: try await scene.ticket()).account.id)
        case .answerSession:
            let session = try await scene.benSession()
            return (session, session.account.id)
        case .merge, .unlink:
            if self == .merge { _ = try await scene.caller.signInNatively(JourneyScene.ann, name: "Grace") }
            let session = try await scene.benSession()
            try await client.adopt(session)
            if self == .unlink { await client.linkAppleAccount() }
            return (nil, session.account.id)
        case .upgrade:
            try await PasswordPeople.add(to: scene.caller.service)
            return (nil, await client.signIn(with: JourneyScene.password).state.person?.account.id)
        case .typedPassword, .savedPassword:
            try await PasswordPeople.add(to: scene.caller.service)
            return (nil, nil)
        }
    }

    /// Takes the next step, and returns whether the goal is reached.
    func advance(
        _ client: SignInClient, _ scene: JourneyScene, _ other: BackendSession?
    ) async throws -> Bool {
        await scene.calm(client)
        switch self {
        case .ticket, .typedPassword, .savedPassword: return try await signIn(client, scene)
        case .answerNew: return await answer(client) { .new }
        case .answerTicket:
            let ticket = try await scene.ticket()
            return await answer(client) { .ticket(ticket) }
        case .answerSession: return try await answerBySession(client, other)
        case .merge:
            if case .asking = await client.status.state {
                await client.answer(.merge)
                return false
            }
            if try await client.identities().count == 2 { return true }
            await client.linkAppleAccount()
            return false
        case .unlink:
            let ways = try await client.identities()
            guard ways.count > 1, let old = ways.first else { return true }
            try await client.unlink(old.id)
            return false
        case .upgrade:
            guard try await client.password().hasPassword else { return true }
            await client.upgradeToApple()
            return false
        }
    }

    private func signIn(_ client: SignInClient, _ scene: JourneyScene) async throws -> Bool {
        if await client.status.state.person != nil { return true }
        switch self {
        case .typedPassword: await client.signIn(with: JourneyScene.password)
        case .savedPassword: await client.signIn(offeringPasswords: true)
        default: await client.signIn(linking: try await scene.ticket())
        }
        return await client.status.state.person != nil
    }

    private func answer(_ client: SignInClient, _ answer: () -> AccountAnswer) async -> Bool {
        switch await client.status.state {
        case .signedIn: return true
        case .asking: return await client.answer(answer()).state.person != nil
        default:
            await client.signIn()
            return false
        }
    }

    private func answerBySession(_ client: SignInClient, _ other: BackendSession?) async throws -> Bool {
        switch await client.status.state {
        case .asking(let question) where question.person == nil:
            if let other { try await client.adopt(other) }
        case .asking: await client.answer(.session)
        case .signedIn:
            if try await client.identities().count == 2 { return true }
            await client.linkAppleAccount()
        default: await client.signIn()
        }
        return false
    }
}

/// Linking, questions, merges and passwords with the kit and the service, while answers get lost and the app's process
/// ends, at each step.
@Suite struct KitJourneyDrillTests {
    private static var policy: SignInPolicy {
        var policy = PasswordPeople.policy
        policy.question = .hiddenAddress
        return policy
    }

    /// Goes one way with one fault, and returns the steps that it took.
    @discardableResult
    private func go(_ journey: KitJourney, _ fault: JourneyFault) async throws -> FaultPlan.Steps {
        try await TestService(policy: Self.policy).run { caller in
            let scene = JourneyScene(caller, fault)
            var client = try await scene.start()
            let before = try await journey.prepare(client, scene)
            scene.plan.begin()
            var isSignedIn = await client.status.state.person != nil
            var isDone = false
            for _ in 1...12 where !isDone {
                if scene.plan.isEnded { client = try await scene.start() }
                isDone = (try? await journey.advance(client, scene, before.session)) ?? false
                let person = await client.status.state.person
                // What a process says that has just ended counts no more.
                guard !scene.plan.isEnded else {
                    isDone = false
                    continue
                }
                #expect(!isSignedIn || person != nil, "\(fault): somebody was signed out")
                isSignedIn = isSignedIn || person != nil
            }
            #expect(isDone, "\(fault): the way has no end")
            // The former session may still be on its way to its end.
            scene.plan.stop()
            if scene.plan.isEnded { client = try await scene.start() }
            try await check(journey, client, scene, before.account, fault)
            return scene.plan.steps
        }
    }

    private func check(
        _ journey: KitJourney, _ client: SignInClient, _ scene: JourneyScene, _ account: String?, _ fault: JourneyFault
    ) async throws {
        let promise = journey.promise
        await scene.calm(client)
        let read = try await client.readAccount()
        #expect(account == nil || read.id == account, "\(fault): another account")
        #expect(read.name?.given == promise.givenName, "\(fault): a name was lost")
        #expect(try await client.identities().count == promise.identities, "\(fault)")
        #expect(try await scene.newAccounts() == promise.newAccounts, "\(fault): a second account")
        #expect(scene.storage.read(.pendingSignIn) == nil, "\(fault)")
        let next = try await scene.start()
        #expect(await next.status.state.person?.account.id == read.id, "\(fault): the next process")
    }

    @Test(arguments: KitJourney.allCases)
    func `no answer that is lost makes a second account, signs anybody out or loses a name`(
        _ journey: KitJourney
    ) async throws {
        let steps = try await go(journey, .nothing)
        #expect(steps.answers > 0)
        for number in 1...max(1, steps.answers) { try await go(journey, .lostAnswer(number)) }
    }

    @Test(arguments: KitJourney.allCases)
    func `no end of the process makes a second account, signs anybody out or loses a name`(
        _ journey: KitJourney
    ) async throws {
        let steps = try await go(journey, .nothing)
        #expect(steps.all > steps.answers || journey == .unlink)
        for number in 1...max(1, steps.all) { try await go(journey, .kill(number)) }
    }

    @Test func `who has only a password left gets no second account by the proof for a deletion`() async throws {
        try await TestService(policy: Self.policy).run { caller in
            let scene = JourneyScene(caller, .nothing)
            let client = try await scene.start()
            _ = try await KitJourney.upgrade.prepare(client, scene)
            await client.linkAppleAccount()
            let ways = try await client.identities()
            try await client.unlink(try #require(ways.first).id)
            #expect(try await client.identities().isEmpty)
            caller.service.clock.advance(700)
            #expect(await client.deleteAccount().failure?.code == "fresh_sign_in_required")
            #expect(await client.signIn(with: JourneyScene.password).state.person != nil)
            #expect(await client.deleteAccount().state.person == nil)
            #expect(try await scene.newAccounts() == 0)
        }
    }
}
