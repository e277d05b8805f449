import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Simultaneous links and unlinks: one of them wins, and no identity is orphaned.
@Suite struct LinkRaceTests {
    @Test(arguments: 1...50)
    func `one identity linked to two accounts at once leads to one`(_ round: Int) async throws {
        let world = try World()
        let submissions = try await [
            world.submission(.eve, linking: .ticket(world.ticket("user-1"))),
            world.submission(.eve, linking: .ticket(world.ticket("user-2"))),
        ]
        let results = await withTaskGroup(of: Result<SignedIn, SignInError>.self) { group in
            for submission in submissions {
                group.addTask {
                    do throws(SignInError) {
                        return .success(try await NativeSignIn(world.environment).complete(submission))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: [Result<SignedIn, SignInError>]()) { $0.append($1) }
        }
        let winner = try #require(results.compactMap { try? $0.get() }.first)
        #expect(results.compactMap { try? $0.get() }.count == 1)
        #expect(
            results.contains { result in
                if case .failure(.refused(.identityLinkedElsewhere, _)) = result { true } else { false }
            })
        #expect(try await world.account(of: .eve)?.id == winner.account.id)
        let identities = try await AccountIdentities(world.environment).list(of: world.session(of: winner))
        #expect(identities.count == 1)
    }

    @Test(arguments: 1...50)
    func `an unlink and a sign-in at once leave no session without its identity`(_ round: Int) async throws {
        let world = try World()
        let linked = try await world.link(.ben, to: world.signInNatively(.ann))
        let session = try await world.session(of: linked)
        let submission = try await world.nativeSubmission(.ben)
        async let unlinked: Void = AccountIdentities(world.environment).unlink(
            world.identity(of: .ben).text, by: session)
        async let signedIn = Self.complete(submission, world)
        try await unlinked
        switch try await signedIn {
        case nil:
            // The unlink came while Apple was asked.
            #expect(try await world.account(of: .ben) == nil)
        case let ben? where ben.account.id == linked.account.id:
            // The sign-in came before the unlink, so its session ended with it.
            #expect(await world.isLive(ben) == false)
            #expect(try await world.account(of: .ben) == nil)
        case let ben?:
            // It came after, so it created a separate account.
            #expect(await world.isLive(ben))
            #expect(try await world.account(of: .ben)?.id == ben.account.id)
        }
        #expect(try await world.signInNatively(.ann).account.id == linked.account.id)
    }

    /// Signs in, or returns `nil` if the attempt was ended meanwhile.
    private static func complete(
        _ submission: AppleAnswer, _ world: World
    ) async throws(SignInError) -> SignedIn? {
        do throws(SignInError) {
            return try await NativeSignIn(world.environment).complete(submission)
        } catch .refused(.attemptEnded, _) {
            return nil
        }
    }
}
