import AccountStorage
import Foundation
import SignInWithApple
import Synchronization
import TestDoubles
import Testing

@testable import SignInFlows

/// What a person does that leaves lines in the audit is counted, and refused when the budget is used up.
struct AccountActivityTests {
    /// Counts what is spent, and refuses it while `isUsedUp`.
    private final class Budgets: Sendable {
        private let state = Mutex<(spent: [AccountActivity], isUsedUp: Bool)>(([], false))

        var spent: [AccountActivity] { state.withLock { $0.spent } }
        func useUp(_ isUsedUp: Bool) { state.withLock { $0.isUsedUp = isUsedUp } }

        func take(_ activity: AccountActivity) -> Int? {
            state.withLock { state in
                state.spent.append(activity)
                return state.isUsedUp ? 7 : nil
            }
        }
    }

    private let budgets = Budgets()
    private let refusal = SignInError.refused(.rateLimited, retryAfter: 7)

    private func limited(_ environment: SignInEnvironment) -> SignInEnvironment {
        environment.limiting { [budgets] activity, _ in budgets.take(activity) }
    }

    private func audit(_ world: World) async throws -> Int {
        try await world.read { records throws(StorageFailure) in
            try records.countAudit(from: .distantPast, to: .distantFuture).reduce(0) { $0 + $1.count }
        }
    }

    @Test func `an app's sign-in is counted for the proven person, and the same answer is good later`() async throws {
        let world = try World()
        let answer = try await world.nativeSubmission(.ann)
        let flow = NativeSignIn(limited(world.environment))
        budgets.useUp(true)
        #expect(try await failure { try await flow.complete(answer) } == refusal)
        #expect(try await audit(world) == 0)
        budgets.useUp(false)
        _ = try await flow.complete(answer)
        #expect(budgets.spent == [.signIn, .signIn])
        // The same answer again begins nothing, so it needs no budget.
        budgets.useUp(true)
        #expect(try await flow.complete(answer).isRepeated)
        #expect(budgets.spent.count == 2)
    }

    @Test func `a sign-in that waits for a revocation is counted`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        _ = try await AccountDeletion(world.environment).delete(world.session(of: signedIn))
        world.apple.fault = .unreachable(.timedOut)
        try await AppleOutbox(world.environment).work()
        world.apple.fault = nil
        let flow = NativeSignIn(limited(world.environment))
        let answer = try await world.nativeSubmission(.ann)
        #expect(try await failure { try await flow.complete(answer) } == .refused(.attemptUnderWay, retryAfter: 1))
        #expect(budgets.spent == [.signIn])
        budgets.useUp(true)
        #expect(try await failure { try await flow.complete(answer) } == refusal)
    }

    @Test func `a sign-in is counted once, however often its transaction is tried`() async throws {
        let world = try World()
        for isUsedUp in [false, true] {
            budgets.useUp(isUsedUp)
            let before = budgets.spent.count
            let spending = SignInSpending(limited(world.environment), of: world.identity(of: .ann))
            for _ in 1...3 {
                #expect(try await failure { try spending.spend() } == (isUsedUp ? refusal : nil))
            }
            #expect(budgets.spent.count == before + 1)
        }
    }

    @Test func `a browser's sign-in is counted, and a forged answer is not`() async throws {
        let world = try World()
        let (browser, stranger) = (try await world.beginWeb(), try await world.beginWeb())
        guard case .authorized(let code, let token, _, _) = try world.form(.ben, stranger) else { return }
        let flow = WebSignIn(limited(world.environment))
        let forged = AuthorizationCallback.authorized(
            code: code, identityToken: token, state: browser.state, user: nil)
        _ = try await failure { try await flow.complete(forged, browserProof: browser.begun.browserProof) }
        #expect(budgets.spent.isEmpty)
        _ = try await flow.complete(world.form(.ann, browser), browserProof: browser.begun.browserProof)
        #expect(budgets.spent == [.signIn])
    }

    @Test func `a sign-in with a password is counted only if the password is right`() async throws {
        let world = try World.withPasswords()
        try await world.importPerson(isProven: true)
        let flow = PasswordSignIn(limited(world.environment))
        for password in ["wrong " + World.password, World.password] {
            _ = try await failure {
                try await flow.signIn(client: "app", kinds: [.native], as: "ann@example.com", password)
            }
        }
        #expect(budgets.spent == [.signIn])
        budgets.useUp(true)
        let lines = try await audit(world)
        let error = try await failure {
            try await flow.signIn(client: "app", kinds: [.native], as: "ann@example.com", World.password)
        }
        #expect(error == refusal)
        #expect(try await audit(world) == lines)
    }

    @Test func `a hand-off to a web view is counted`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        let session = try await world.session(of: signedIn)
        let flow = SessionHandOff(limited(world.environment))
        _ = try await flow.issue(.account, to: session, provenBy: signedIn.refreshToken)
        #expect(budgets.spent == [.handOff])
        budgets.useUp(true)
        let lines = try await audit(world)
        let error = try await failure {
            try await flow.issue(.account, to: session, provenBy: signedIn.refreshToken)
        }
        #expect(error == refusal)
        #expect(try await audit(world) == lines)
    }

    @Test func `the beginning of a link and of an upgrade is counted`() async throws {
        let world = try World()
        let session = try await world.session(of: world.signInNatively(.ann))
        let flow = NativeSignIn(limited(world.environment))
        budgets.useUp(true)
        for link in [LinkRequest.session(session), .upgrade(session)] {
            #expect(try await failure { try await flow.begin(client: "app", linking: link) } == refusal)
        }
        budgets.useUp(false)
        _ = try await flow.begin(client: "app", linking: .session(session))
        #expect(budgets.spent == [.linkBeginning, .linkBeginning, .linkBeginning])
    }

    @Test func `a changed password is counted`() async throws {
        let world = try World.withPasswords()
        try await world.importPerson(isProven: true)
        let signedIn = try await world.signIn()
        let session = try await SessionAuthentication(world.environment).authenticate(
            accessToken: signedIn.accessToken)
        let flow = AccountPassword(limited(world.environment))
        budgets.useUp(true)
        let error = try await failure { try await flow.change(of: session, current: nil, to: "another long one") }
        #expect(error == refusal && budgets.spent == [.passwordChange])
        #expect(try await failure { try await world.signIn() } == nil)
    }

    @Test func `a client's sign-in is counted where the code is made, so that nothing is stored`() async throws {
        let world = try World(openID: [.sample()])
        let ann = try await world.browserSession().session
        let request = RelyingParty(world: world, client: .sample()).request()
        let flow = AuthorizationRequests(limited(world.environment))
        budgets.useUp(true)
        let before = world.database.count
        #expect(try await failure { try await flow.begin(request, session: ann) } == refusal)
        #expect(world.database.count == before)
        budgets.useUp(false)
        #expect(try await flow.begin(request, session: ann).answer?["code"] != nil)
        #expect(budgets.spent == [.clientSignIn, .clientSignIn])
    }
}
