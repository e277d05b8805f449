import AccountStorage
import Foundation
import SignInWithApple
import Synchronization
import TestDoubles
import Testing
import Waiting

@testable import SignInFlows

/// Changes to an account that happen between the two transactions of a flow, and end the flow.
enum Overtaking: String, CaseIterable, Sendable {
    case recovery, reset, unlinking, sessionEnd, upgrade, disabling, deletion

    /// The account, and what its owner has.
    struct Scene: Sendable {
        let world: World
        let account: Account
        let owner: SignedIn
        let resetToken: String
        let ready: AppleAnswer

        /// An imported user with a proven address and an Apple Account, who is signed in and requested a password
        /// reset.
        init(_ world: World) async throws {
            self.world = world
            account = try await world.importPerson(isProven: true, externalID: "user-1")
            _ = try await world.link(.ben, to: world.signIn())
            owner = try await world.signIn()
            resetToken = try #require(try await world.mailedToken())
            ready = try await world.submission(.ben, linking: .upgrade(world.session(of: owner)))
        }
    }

    func play(in scene: Scene) async throws {
        let world = scene.world
        switch self {
        case .recovery: try await world.accounts().recover(externalID: "user-1")
        case .reset: try await PasswordReset(world.environment).redeem(scene.resetToken, password: "the owner's own")
        case .unlinking:
            let session = try await world.session(of: scene.owner)
            try await AccountIdentities(world.environment).unlink(world.identity(of: .ben).text, by: session)
        case .sessionEnd: _ = try await AccountOperations(world.environment).endSessions(of: scene.account.id)
        case .upgrade:
            let session = try await world.session(of: scene.owner)
            _ = try await NativeSignIn(world.environment).complete(scene.ready, under: session)
        case .disabling: _ = try await AccountOperations(world.environment).disable(scene.account.id)
        case .deletion: _ = try await AccountOperations(world.environment).delete(scene.account.id)
        }
    }
}

/// Links that were claimed and wait for Apple's response while the account's sign-in methods change.
@Suite struct OvertakenLinkTests {
    enum Link: String, CaseIterable, Sendable { case ticket, session, upgrade }

    /// A ticket depends on no session, so only changes to the account's sign-in methods end its link.
    static let cases = Link.allCases.flatMap { link in
        Overtaking.allCases.filter { link != .ticket || ![.sessionEnd, .upgrade].contains($0) }.map { (link, $0) }
    }

    @Test(arguments: cases)
    func `a link that was claimed before is not finished after`(_ link: Link, _ overtaking: Overtaking) async throws {
        let gate = Gate(.exchangeAnswered)
        let world = try World(policy: .withPasswords()) { await gate.pass($0) }
        let scene = try await Overtaking.Scene(world)
        let kept = try await world.signIn()
        let (submission, session) = try await begin(link, world, kept)
        // Another process with the same surroundings, whose steps do not pass the gate.
        let other = try World(world.surroundings, policy: .withPasswords())
        gate.arm { try await overtaking.play(in: scene.played(by: other)) }
        let refused = try await failure {
            _ = try await NativeSignIn(world.environment).complete(submission, under: session)
        }
        #expect(gate.wasPassed)
        #expect(refused != nil)
        #expect(try await world.account(of: .eve) == nil)
        // Apple's next answer for this person is a plain sign-in.
        #expect(try await world.signInNatively(.eve).account.id != scene.account.id)
    }

    @Test(arguments: Link.allCases)
    func `a link that nothing overtook is finished`(_ link: Link) async throws {
        let gate = Gate(.exchangeAnswered)
        let world = try World(policy: .withPasswords()) { await gate.pass($0) }
        let scene = try await Overtaking.Scene(world)
        let (submission, session) = try await begin(link, world, world.signIn())
        gate.arm {}
        let linked = try await NativeSignIn(world.environment).complete(submission, under: session)
        #expect(gate.wasPassed && linked.account.id == scene.account.id)
    }

    private func begin(
        _ link: Link, _ world: World, _ kept: SignedIn
    ) async throws -> (AppleAnswer, SignedInSession?) {
        let session = try await world.session(of: kept)
        switch link {
        case .ticket: return (try await world.submission(.eve, linking: .ticket(world.ticket("user-1"))), nil)
        case .session: return (try await world.submission(.eve, linking: .session(session)), session)
        case .upgrade: return (try await world.submission(.eve, linking: .upgrade(session)), session)
        }
    }
}

/// Flows whose password is being hashed while the account changes.
@Suite struct OvertakenPasswordTests {
    private let held = HeldHashing()
    private let world: World
    private let other: World

    init() throws {
        world = try World(policy: .withPasswords(), hashing: held.pool())
        other = try World(world.surroundings, policy: .withPasswords())
    }

    /// Applies a change while the flow's password is being hashed.
    private func overtake(
        _ flow: Task<SignInError?, any Error>, with overtaking: Overtaking, in scene: Overtaking.Scene
    ) async throws -> SignInError? {
        await until { held.count > 0 }
        try await overtaking.play(in: scene)
        held.release()
        return try await flow.value
    }

    @Test(arguments: Overtaking.allCases.filter { $0 != .sessionEnd })
    func `a sign-in whose password is being compared leaves no session after`(_ overtaking: Overtaking) async throws {
        let scene = try await Overtaking.Scene(other)
        let world = world
        let flow = Task { try await failure { try await world.signIn() } }
        let refused = try await overtake(flow, with: overtaking, in: scene)
        // Unlinking an Apple Account does not affect the password.
        #expect((refused == nil) == (overtaking == .unlinking))
    }

    @Test(arguments: Overtaking.allCases.filter { $0 != .unlinking })
    func `a change whose new password is being hashed changes nothing after`(_ overtaking: Overtaking) async throws {
        let scene = try await Overtaking.Scene(other)
        let session = try await other.session(of: scene.owner)
        let world = world
        let flow = Task {
            try await failure {
                try await AccountPassword(world.environment).change(of: session, current: nil, to: "the thief's own")
            }
        }
        let refused = try await overtake(flow, with: overtaking, in: scene)
        #expect(refused != nil)
        #expect(try await other.failedSignIn("ann@example.com", "the thief's own") == .refused(.passwordWrong))
    }

    @Test(arguments: Overtaking.allCases.filter { ![.unlinking, .sessionEnd].contains($0) })
    func `a reset whose password is being hashed sets none after`(_ overtaking: Overtaking) async throws {
        let scene = try await Overtaking.Scene(other)
        let world = world
        let flow = Task {
            try await failure {
                try await PasswordReset(world.environment).redeem(scene.resetToken, password: "the thief's own")
            }
        }
        let refused = try await overtake(flow, with: overtaking, in: scene)
        #expect(refused != nil)
        #expect(try await other.failedSignIn("ann@example.com", "the thief's own") == .refused(.passwordWrong))
    }
}

/// Stops a flow at one point, once, while something else happens.
private final class Gate: Sendable {
    private struct State {
        var action: (@Sendable () async throws -> Void)?
        var wasPassed = false
    }

    private let point: SignInStep.Point
    private let state = Mutex(State())

    init(_ point: SignInStep.Point) {
        self.point = point
    }

    var wasPassed: Bool { state.withLock { $0.wasPassed } }

    func arm(_ action: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.action = action }
    }

    func pass(_ step: SignInStep) async {
        guard step.point == point,
            let action = state.withLock({ state in
                defer { state.action = nil }
                return state.action
            })
        else { return }
        do {
            try await action()
            state.withLock { $0.wasPassed = true }
        } catch {
            Issue.record(error)
        }
    }
}

extension Overtaking.Scene {
    fileprivate func played(by world: World) -> Self {
        Self(world: world, account: account, owner: owner, resetToken: resetToken, ready: ready)
    }

    private init(world: World, account: Account, owner: SignedIn, resetToken: String, ready: AppleAnswer) {
        (self.world, self.account, self.owner) = (world, account, owner)
        (self.resetToken, self.ready) = (resetToken, ready)
    }
}
