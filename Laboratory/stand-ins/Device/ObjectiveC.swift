import AuthenticationServices
import Foundation
import SwiftUI
import UIKit

@testable import SignInKit

/// The scenarios of the interface for Objective-C. Nothing here is Objective-C: the compiler for Linux has none, so only
/// the behaviour is tested, not the names.
@MainActor
enum ObjectiveC {
    static func play() async {
        await Check.scenario("Objective-C: the scopes, a button, the reason of a sign-out") {
            let phone = try await Phone()
            let face = try SignInFace(
                server: Phone.server, client: "app", requestsName: false, requestsEmail: true,
                signsInWithPasswords: false)
            var told: [(account: String?, reason: SignedOutCode)] = []
            face.observeStatus { told.append(($0, $1)) }
            var answers: [(account: String?, error: NSError?)] = []
            let button = face.button { answers.append(($0, $1)) } as? SignInControl
            button?.tap()
            while answers.isEmpty { await Task.yield() }
            Check.expect(answers.first?.account != nil && answers.first?.error == nil, "\(answers)")
            Check.expect(await phone.asked.requests.first?.scopes == ["email"], "\(await phone.asked.requests)")
            await withCheckedContinuation { done in face.signOut { done.resume() } }
            while told.last?.reason != .byPerson { await Task.yield() }
            Check.expect(told.contains { $0.account == answers.first?.account && $0.reason == .none }, "\(told)")
            Check.expect(told.last?.account == nil, "\(told)")
        }

        await Check.scenario("Objective-C: an unknown ticket, no login with passwords, the pages") {
            let face = try SignInFace(server: Phone.server, client: "app")
            let ticket: String? = await withCheckedContinuation { done in
                face.signIn(ticket: "unknown") { _, error in
                    done.resume(returning: error?.userInfo["code"] as? String)
                }
            }
            Check.expect(ticket == "link_ticket_invalid", "\(ticket ?? "no error")")
            let password: String? = await withCheckedContinuation { done in
                face.signIn(name: "ann", password: "p") { _, error in
                    done.resume(returning: error?.userInfo["code"] as? String)
                }
            }
            Check.expect(password == "not_supported", "\(password ?? "no error")")
            let page = face.signInPage(title: "Notes", text: nil) as? UIHostingController<AppleSignInView>
            let host = StandInHost()
            if let page { host.show(page.rootView) }
            Check.expect(host.texts == ["Notes"], "\(host.texts)")
            let account = face.accountPage() as? UIHostingController<AccountView>
            if let account { host.show(account.rootView) }
            Check.expect(host.texts == ["Ways to sign in", "Where you are signed in"], "\(host.texts)")
        }

        await Check.scenario("Objective-C: who observes does not keep the sign-in alive") {
            weak var gone: SignInClient?
            var told = 0
            do {
                let face = try SignInFace(server: Phone.server, client: "app")
                face.observeAccount { _ in told += 1 }
                face.observeStatus { _, _ in told += 1 }
                while told < 2 { await Task.yield() }
                gone = face.system
            }
            while gone != nil { await Task.yield() }
        }

        await Check.scenario("Objective-C: an error has a code and texts for people") {
            do {
                _ = try SignInFace(server: URL(fileURLWithPath: "/"), client: "app")
                Check.expect(false, "tokens may go anywhere")
            } catch {
                let error = error as NSError
                Check.expect(error.domain == SignInFace.errorDomain, error.domain)
                Check.expect(error.userInfo["code"] as? String == "address_refused", "\(error.userInfo)")
                Check.expect(error.localizedDescription == SignInFailure.addressRefused.errorDescription, "no text")
                Check.expect(error.localizedRecoverySuggestion?.isEmpty == false, "no suggestion")
            }
        }

        await Check.scenario("the system suggests Sign in with Apple instead of a passkey: the sheet opens") {
            let phone = try await Phone()
            let app = try phone.app()
            let other = NSError(domain: ASAuthorizationErrorDomain, code: 1001)
            let foreign = NSError(domain: "com.example", code: 1009)
            for error in [other, foreign] {
                Check.expect(await app.signIn(insteadOfPasskeyAfter: error) == nil, "\(error)")
            }
            Check.expect(await phone.asked.requests.isEmpty, "a sheet unasked")
            let preferred = NSError(domain: ASAuthorizationErrorDomain, code: 1009)
            Check.expect(await app.signIn(insteadOfPasskeyAfter: preferred)?.state.person != nil, "nobody")
        }
    }
}
