import AccountStorage
import PasswordHashing
import SignInFlows
import Testing
import Waiting

/// One scenario for each error code about passwords.
extension RefusalTests {
    static let passwords: [String: Scenario] = [
        "passwords_off": {
            let world = try World()
            return try await world.failedSignIn()
        },
        "password_wrong": {
            let world = try World.withPasswords()
            return try await world.failedSignIn()
        },
        "password_delayed": {
            let world = try World.withPasswords()
            for _ in 0..<5 { _ = try await world.failedSignIn() }
            return try await world.failedSignIn()
        },
        "password_missing": {
            let world = try World.withPasswords()
            let session = try await world.signedInSession()
            return try await failure {
                try await AccountPassword(world.environment).change(of: session, current: nil, to: "eight or more")
            }
        },
        "password_too_short": { try await change(to: "seven77") },
        "password_too_long": { try await change(to: String(repeating: "ab", count: 513)) },
        "password_common": { try await change(to: "Password1") },
        "mail_off": {
            var policy = SignInPolicy.withPasswords()
            policy.passwords.canMail = false
            let world = try World(policy: policy)
            return try await failure { try await PasswordReset(world.environment).request("ann@example.com") }
        },
        "mailed_token_invalid": {
            let world = try World.withPasswords()
            return try await failure {
                try await PasswordReset(world.environment).redeem("x", password: "eight or more")
            }
        },
        "hashing_unavailable": {
            let held = HeldHashing()
            let world = try World.withPasswords(hashing: held.pool(1, longestQueue: 0))
            async let first = world.failedSignIn()
            await until { held.count > 0 }
            let refused = try await world.failedSignIn("ben@example.com")
            held.release()
            _ = try await first
            return refused
        },
    ]

    private static func change(to password: String) async throws -> SignInError? {
        let world = try World.withPasswords()
        try await world.importPerson()
        let session = try await world.session(of: world.signIn())
        return try await failure {
            try await AccountPassword(world.environment).change(of: session, current: nil, to: password)
        }
    }
}
