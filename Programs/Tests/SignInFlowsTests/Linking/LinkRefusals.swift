import AccountStorage
import SignInFlows
import SignInWithApple
import TestDoubles

/// One scenario for each error code of linking and of the app's backend.
extension RefusalTests {
    static let linking: [String: Scenario] = [
        "provider_off": {
            let world = try World(isSignInOn: false)
            return try await failure { try await NativeSignIn(world.environment).begin(client: "app") }
        },
        "identity_linked_elsewhere": {
            let world = try World()
            _ = try await world.signIn(.ann, with: world.ticket("user-1"))
            return try await failure { try await world.signIn(.ann, with: world.ticket("user-2")) }
        },
        "link_proof_required": {
            let world = try World()
            let session = try await world.session(of: world.signInNatively(.ann))
            let submission = try await world.submission(.ben, linking: .session(session))
            return try await failure { try await NativeSignIn(world.environment).complete(submission) }
        },
        "link_ticket_invalid": {
            let world = try World()
            return try await failure { try await LinkTickets(world.environment).find("x") }
        },
        "question_over": {
            let world = try World()
            return try await failure { try await AccountAnswers(world.environment).answerNew("x") }
        },
        "identity_unknown": {
            let world = try World()
            let session = try await world.session(of: world.signInNatively(.ann))
            return try await failure { try await AccountIdentities(world.environment).unlink("x", by: session) }
        },
        "last_way_in": {
            let world = try World()
            let session = try await world.session(of: world.signInNatively(.ann))
            let id = world.identity(of: .ann).text
            return try await failure { try await AccountIdentities(world.environment).unlink(id, by: session) }
        },
        "account_unknown": {
            let world = try World()
            return try await failure { try await world.accounts().find(.external("nobody")) }
        },
        "external_id_invalid": {
            let world = try World()
            return try await failure { try await world.ticket("a b") }
        },
        "external_id_taken": {
            let world = try World()
            let accounts = try await world.accounts()
            let (ann, ben) = (try await world.signInNatively(.ann), try await world.signInNatively(.ben))
            _ = try await accounts.name(ann.account.id, "user-1")
            return try await failure { try await accounts.name(ben.account.id, "user-1") }
        },
        "credential_invalid": {
            let world = try World()
            return try await failure {
                try await ServiceCredentials(world.environment).authenticate("siwa_", for: .link)
            }
        },
        "credential_scope_missing": {
            let world = try World()
            let (_, key) = try await ServiceCredentials(world.environment).issue(name: "shop", scopes: [.link])
            return try await failure {
                try await ServiceCredentials(world.environment).authenticate(key, for: .accountsRead)
            }
        },
    ]
}
