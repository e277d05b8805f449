import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// The service's clock jumps while Apple's does not. Whatever cannot be verified is refused, no session becomes valid
/// again, and everything works once the clock is right.
@Suite struct ClockJumpTests {
    /// An hour and ten years in either direction, a leap second, ten minutes of sleep, and the tolerance for tokens.
    static let jumps: [Double] = [3_600, -3_600, 315_360_000, -315_360_000, -1, 1, 600, 45, -45]

    private let world: World

    init() throws {
        world = try World()
    }

    private func isIn(_ signedIn: SignedIn) async -> Bool {
        (try? await SessionRenewal(world.environment).renew(refreshToken: signedIn.refreshToken)) != nil
    }

    private func isIn(cookie: String) async -> Bool {
        (try? await SessionAuthentication(world.environment).authenticate(sessionCookie: cookie)) != nil
    }

    /// A sign-in whose token has the time of Apple's clock, which did not jump.
    private func signIn(_ person: Person, after jump: Double) async throws(SignInError) -> SignedIn {
        do {
            return try await world.signInNatively(person) { claims in
                let second = Int(world.clock.now.timeIntervalSince1970 - jump)
                claims["iat"] = .number(JSONNumber(second))
                claims["auth_time"] = claims["iat"]
                claims["exp"] = .number(JSONNumber(second + 86_400))
            }
        } catch let error as SignInError {
            throw error
        } catch {
            throw .misconfigured(.signingFailed)
        }
    }

    @Test(arguments: jumps)
    func `a jump signs nobody in whom it should not, and is over when it is over`(_ jump: Double) async throws {
        let expired = try await world.signInNatively(.ben)
        world.clock.advance(31 * 86_400)
        #expect(await !isIn(expired))
        let ended = try await world.signInNatively(.ben)
        _ = try await AccountOperations(world.environment).endSessions(of: ended.account.id)
        let used = try await world.signInNatively(.ann)
        let unused = try await world.signInNatively(.ann)

        world.clock.advance(jump)
        let (wasIn, wasInByCookie) = (await isIn(used), await isIn(cookie: used.sessionCookie))
        for gone in [expired, ended] {
            #expect(await !isIn(gone))
            #expect(await !isIn(cookie: gone.sessionCookie))
        }
        switch await Result(catching: { () async throws(SignInError) in try await signIn(.ann, after: jump) }) {
        case .success(let again): #expect(again.account.id == used.account.id)
        case .failure(.refused(let refusal, _)): #expect(abs(jump) > 60, "\(refusal)")
        case .failure(let error): Issue.record("\(error)")
        }
        #expect(wasIn == (jump < 86_400 * 30))
        #expect(wasInByCookie == wasIn)

        world.clock.advance(-jump)
        for gone in [expired, ended] {
            #expect(await !isIn(gone))
            #expect(await !isIn(cookie: gone.sessionCookie))
        }
        let isBack = await isIn(used)
        #expect(wasIn || !isBack, "a session that was over is back")
        #expect(await isIn(unused))
        let again = try await world.signInNatively(.ann)
        #expect(again.account.id == used.account.id && !again.isNewAccount)
        #expect(try await world.session(of: again).isFresh(in: world.environment))
    }

    @Test(arguments: jumps)
    func `a sign-in that a jump meets half-way ends or is refused, and the next one works`(_ jump: Double) async throws
    {
        let submission = try await world.nativeSubmission(.ann)
        world.clock.advance(jump)
        let error = try await failure { try await NativeSignIn(world.environment).complete(submission) }
        #expect((error == nil) == (abs(jump) <= 60), "\(String(describing: error))")
        if let error, case .refused = error {} else { #expect(error == nil) }
        world.clock.advance(-jump)
        _ = try await world.signInNatively(.ann)
        #expect(try await world.account(of: .ann) != nil)
    }

    @Test func `an attempt does not live longer because the clock is set back`() async throws {
        let attempt = SignInAttempt(
            id: .init(high: 1, low: 1), kind: .native, client: "app", browserProofHash: nil, returnTarget: nil,
            createdAt: world.clock.now, expiresAt: world.clock.now + 600, state: .open, failures: 0)
        let standings = [600, 599, 0, -60, -61, -315_360_000].map {
            attempt.refusal(at: world.clock.now + $0)
        }
        #expect(standings == [.attemptExpired, nil, nil, nil, .attemptExpired, .attemptExpired])
    }
}

extension Result {
    fileprivate init(catching body: () async throws(Failure) -> Success) async {
        do throws(Failure) { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
