import AuthenticationServices
import Foundation
import SignInAPI
import SignInKit
import SignInKitTesting

/// The scenarios of the extension that replaces saved passwords.
@MainActor
enum Upgrade {
    static func play() async {
        await Check.scenario("the extension replaces a password, tells the system once, and leaves no session behind") {
            let backend = MemoryBackend(passwords: ["ann": "p"])
            let asked = Asked()
            sheet { request in
                await asked.note(request)
                return .apple(
                    StandInCredential(
                        user: "001", state: request.state, identityToken: "token", authorizationCode: "code"))
            }
            let upgrade = AccountUpgrade(SignInConfiguration(backend: backend))
            let context = ASAccountAuthenticationModificationExtensionContext.standIn()
            upgrade.replace(ASPasswordCredential(user: "ann", password: "p"), in: context)
            while context.standInEnds.isEmpty { await Task.yield() }
            upgrade.cancel()
            Check.expect(context.standInEnds.count == 1 && context.standInEnds.allSatisfy { $0 == nil }, "another end")
            Check.expect(await asked.requests.first?.nonce?.count == 64, "\(await asked.requests)")
            Check.expect(await backend.accounts.count == 1, "another number of accounts")
            Check.expect(await !signsIn(backend), "the password still signs in")
            while await backend.sessionCount > 0 { await Task.yield() }
        }

        await Check.scenario("the extension says what is wrong with a password, and shows no sheet") {
            let asked = Asked()
            sheet { request in
                await asked.note(request)
                return .error(1001)
            }
            let ends = await ends(of: "wrong", until: { _ in })
            Check.expect(ends.first??.code == .failed, "\(ends)")
            let text = ends.first??.userInfo[ASExtensionLocalizedFailureReasonErrorKey] as? String
            let expected = SignInFailure.refused(code: "password_wrong", requestID: "").errorDescription
            Check.expect(text == expected, "\(ends)")
            Check.expect(await asked.requests.isEmpty, "a sheet")
        }

        await Check.scenario("a closed sheet in the extension, and a request that the system cancels") {
            sheet { _ in .error(1001) }
            let closed = await ends(of: "p", until: { _ in })
            Check.expect(closed.first??.code == .userCanceled, "\(closed)")
            sheet { _ in .never }
            let canceled = await ends(of: "p", until: { $0.cancel() })
            Check.expect(canceled.first??.code == .userCanceled && canceled.count == 1, "\(canceled)")
        }
    }

    private static func sheet(_ answer: @escaping @Sendable (StandInDevice.Request) async -> StandInDevice.Answer) {
        StandInDevice.current = StandInDevice(sheet: answer)
    }

    /// Replaces Ann's password, and returns what the system was told.
    private static func ends(
        of password: String, until act: @MainActor (AccountUpgrade) -> Void
    ) async -> [ASExtensionError?] {
        let upgrade = AccountUpgrade(SignInConfiguration(backend: MemoryBackend(passwords: ["ann": "p"])))
        let context = ASAccountAuthenticationModificationExtensionContext.standIn()
        upgrade.replace(ASPasswordCredential(user: "ann", password: password), in: context)
        for _ in 0..<100 { await Task.yield() }
        act(upgrade)
        while context.standInEnds.isEmpty { await Task.yield() }
        return context.standInEnds
    }

    private static func signsIn(_ backend: MemoryBackend) async -> Bool {
        do throws(SignInFailure) {
            _ = try await backend.signIn(PasswordCredential(user: "ann", password: Secret("p")))
            return true
        } catch {
            return false
        }
    }
}
