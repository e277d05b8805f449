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
        async let signedIn = NativeSignIn(world.environment).complete(submission)
        try await unlinked
        let ben = try await signedIn
        // If the sign-in came before the unlink, its session ended with it. If it came after, it created a separate
        // account.
        if ben.account.id == linked.account.id {
            #expect(await world.isLive(ben) == false)
            #expect(try await world.account(of: .ben) == nil)
        } else {
            #expect(await world.isLive(ben))
            #expect(try await world.account(of: .ben)?.id == ben.account.id)
        }
        #expect(try await world.signInNatively(.ann).account.id == linked.account.id)
    }
}
