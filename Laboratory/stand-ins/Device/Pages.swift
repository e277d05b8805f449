import Foundation
import SignInAPI
import SignInKitTesting
import SwiftUI
import UIKit

@testable import SignInKit

/// The scenarios of the kit's pages about a question and about the account.
@MainActor
enum Pages {
    static func play() async {
        await question()
        await login()
        await ticket()
        await ways()
        await removal()
        await sessions()
        await previews()
    }

    private static func question() async {
        await Check.scenario("the question shows the answers that fit, and which one stands out") {
            let host = StandInHost()
            @MainActor func titles(
                _ state: SignInState, logIn: (@MainActor () async -> LinkTicket?)? = nil
            ) -> [String] {
                host.show(AccountQuestionView(SignInModel.preview(state), logIn: logIn))
                return host.buttons.map(\.title)
            }
            Check.expect(titles(.asking(.example)) == ["Create a new account", "Not now"], "\(host.buttons)")
            Check.expect(host.texts.count == 1 && host.buttons.allSatisfy { !$0.isProminent }, "\(host.buttons)")
            let withLogin = titles(.asking(.example), logIn: { nil })
            Check.expect(withLogin.first == "Yes, sign in to my account" && withLogin.count == 3, "\(withLogin)")
            _ = titles(.asking(.exampleKnown), logIn: { nil })
            Check.expect(host.buttons.map(\.isProminent) == [true, false], "\(host.buttons)")
            _ = titles(.asking(.exampleMerge))
            Check.expect(host.buttons.map(\.isDestructive) == [true, false], "\(host.buttons)")
            Check.expect(host.buttons.allSatisfy { !$0.isProminent }, "\(host.buttons)")
            let offered = titles(.asking(.exampleOffer), logIn: { nil })
            Check.expect(offered == ["Merge the accounts", "Not now"], "\(offered)")
            Check.expect(titles(.signedIn(.example)).isEmpty && host.texts.isEmpty, "a question to nobody")
            host.show(AccountQuestionView(ObservableSignInModel.preview(.asking(.example))))
            Check.expect(host.buttons.count == 2, "\(host.buttons)")
        }
    }

    private static func login() async {
        await Check.scenario("the ready page asks a hidden address, and the app's own login answers with a ticket") {
            let test = try TestSignIn()
            let known = await test.backend.addAccount(email: "ada@example.com")
            let ticket = await test.backend.ticket(for: known)
            await test.backend.ask(.everybodyUnknown(isAddressHidden: true))
            let model = SignInModel(client: test.client)
            await test.signIn()
            while !isAsking(model) { await Task.yield() }
            let host = StandInHost()
            host.show(AppleSignInView(model, title: "Notes").loggingIn { ticket })
            Check.expect(host.control == nil && host.buttons.count == 3, "\(host.buttons)")
            host.press("Yes, sign in to my account")
            while model.person == nil { await Task.yield() }
            Check.expect(model.person?.account.id == known.id, "a second account")
            Check.expect(await test.backend.accounts.count == 1, "a second account")
        }

        await Check.scenario("a question that is put off signs nobody in") {
            let test = try TestSignIn()
            await test.backend.ask(.everybodyUnknown(isAddressHidden: true))
            let model = SignInModel(client: test.client)
            await test.signIn()
            while !isAsking(model) { await Task.yield() }
            let host = StandInHost()
            host.show(AccountQuestionView(model))
            host.press("Not now")
            while isAsking(model) { await Task.yield() }
            Check.expect(model.person == nil, "somebody is signed in")
        }
    }

    private static func ticket() async {
        await Check.scenario("the ready page with a ticket searches for nobody, and leads to the ticket's account") {
            let test = try TestSignIn(device: ScriptedDevice(.person(.grace)))
            let known = await test.backend.addAccount()
            let ticket = await test.backend.ticket(for: known)
            let model = SignInModel(client: test.client)
            while model.status.state == .unknown { await Task.yield() }
            let host = StandInHost()
            host.show(AppleSignInView(model, title: "Notes").linking { ticket })
            for task in host.tasks { await task() }
            Check.expect(await test.device.requests.isEmpty, "a search")
            host.control?.tap()
            while model.person == nil { await Task.yield() }
            Check.expect(model.person?.account.id == known.id, "another account")
        }

        await Check.scenario("the ready page without its ticket says so, and signs nobody in") {
            let test = try TestSignIn(device: ScriptedDevice(.person(.grace)))
            let model = SignInModel(client: test.client)
            let host = StandInHost()
            @MainActor func show() {
                host.show(
                    AppleSignInView(model, title: "Notes").linking { throw URLError(.notConnectedToInternet) })
            }
            while model.status.state == .unknown { await Task.yield() }
            show()
            host.control?.tap()
            while host.texts.count < 2 {
                await Task.yield()
                show()
            }
            let expected = SignInFailure.unreachable(retryAfter: nil).errorDescription ?? ""
            Check.expect(host.texts.last?.hasPrefix(expected) == true, "\(host.texts)")
            Check.expect(await test.device.requests.isEmpty && model.person == nil, "a sheet without the ticket")
        }

        await Check.scenario("the ready page offers saved passwords") {
            let test = try TestSignIn(device: ScriptedDevice(.cancel)) { $0.signsInWithPasswords = true }
            let model = SignInModel(client: test.client)
            while model.status.state == .unknown { await Task.yield() }
            let host = StandInHost()
            host.show(AppleSignInView(model, title: "Notes").offeringPasswords())
            host.control?.tap()
            while await test.device.requests.isEmpty { await Task.yield() }
            Check.expect(await test.device.requests.first?.includesPasswords == true, "no passwords")
        }
    }

    private static func ways() async {
        await Check.scenario("the ways to sign in: read when they appear, and read again after a change") {
            let test = try await withPassword()
            let model = SignInModel(client: test.client)
            while model.person == nil { await Task.yield() }
            let host = StandInHost()
            host.show(WaysToSignInView(model))
            Check.expect(host.isBusy && host.texts == ["Ways to sign in"], "\(host.texts)")
            for task in host.tasks { await task() }
            host.show(WaysToSignInView(model))
            Check.expect(!host.isBusy && host.texts == ["Ways to sign in", "Password"], "\(host.texts)")
            Check.expect(
                host.buttons.map(\.title) == [
                    "Add this device’s Apple Account", "Use Apple instead of my password",
                ], "\(host.buttons)")
            await test.device.answer(.person(.grace))
            host.press("Add this device’s Apple Account")
            while !host.texts.contains("Apple Account") {
                await Task.yield()
                host.show(WaysToSignInView(model))
            }
            Check.expect(host.texts == ["Ways to sign in", "Apple Account", "Password"], "\(host.texts)")
        }

        await Check.scenario("ways to sign in that cannot be read are tried again") {
            let test = try await withPassword()
            let model = SignInModel(client: test.client)
            while model.person == nil { await Task.yield() }
            await test.backend.fail(.unreachable(retryAfter: nil))
            let host = StandInHost()
            host.show(WaysToSignInView(model))
            for task in host.tasks { await task() }
            host.show(WaysToSignInView(model))
            Check.expect(!host.isBusy && host.texts.count == 2, "\(host.texts)")
            host.press("Try again")
            host.show(WaysToSignInView(model))
            for task in host.tasks { await task() }
            host.show(WaysToSignInView(model))
            Check.expect(host.texts == ["Ways to sign in", "Password"], "\(host.texts)")
        }
    }

    private static func removal() async {
        await Check.scenario("a way to sign in is removed after a second tap, and not after another") {
            let test = try await withPassword()
            let model = SignInModel(client: test.client)
            await test.device.answer(.person(.grace))
            await test.client.linkAppleAccount()
            while model.person?.appleUser == nil { await Task.yield() }
            let host = StandInHost()
            host.show(WaysToSignInView(model))
            for task in host.tasks { await task() }
            host.show(WaysToSignInView(model))
            host.press("Remove")
            host.show(WaysToSignInView(model))
            Check.expect(host.texts.contains(ViewText.waysRemoveWarning.english), "\(host.texts)")
            host.press("Not now")
            host.show(WaysToSignInView(model))
            Check.expect(!host.texts.contains(ViewText.waysRemoveWarning.english), "\(host.texts)")
            host.press("Remove")
            host.show(WaysToSignInView(model))
            host.press("Remove")
            while host.texts.contains("Apple Account") {
                await Task.yield()
                host.show(WaysToSignInView(model))
            }
            Check.expect(host.texts == ["Ways to sign in", "Password"], "\(host.texts)")
        }
    }

    private static func sessions() async {
        await Check.scenario("another device is signed out from the page about devices") {
            let test = try TestSignIn()
            let model = SignInModel(client: test.client)
            await test.signIn()
            while model.person == nil { await Task.yield() }
            for account in await test.backend.accounts { _ = await test.backend.beginSession(of: account) }
            let host = StandInHost()
            host.show(AccountSessionsView(model))
            for task in host.tasks { await task() }
            host.show(AccountSessionsView(model))
            let titles = ["Where you are signed in", "This device", "This app on another device"]
            Check.expect(host.texts.filter(titles.contains) == titles, "\(host.texts)")
            Check.expect(host.buttons.map(\.title) == ["Sign out"], "\(host.buttons)")
            host.press("Sign out")
            while !host.buttons.isEmpty {
                await Task.yield()
                host.show(AccountSessionsView(model))
            }
            Check.expect(await test.backend.sessionCount == 1, "another number of sessions")
            Check.expect(model.person != nil, "this device was signed out")
        }
    }

    private static func previews() async {
        await Check.scenario("the pages about the account have something to show in a preview") {
            let model = SignInModel.preview(.signedIn(.example))
            let host = StandInHost()
            @MainActor func show() {
                host.show(
                    Form {
                        WaysToSignInView(model)
                        AccountSessionsView(model)
                    })
            }
            show()
            for task in host.tasks { await task() }
            show()
            Check.expect(host.texts.contains("accounts.google.com"), "\(host.texts)")
            Check.expect(host.texts.contains("Firefox (Windows)"), "\(host.texts)")
        }
    }

    /// A person who signed in with a password.
    private static func withPassword() async throws -> TestSignIn {
        let clock = TestSignInClock()
        let backend = MemoryBackend(passwords: ["ann": "p"], clock: clock)
        let test = try TestSignIn(backend: backend, clock: clock) { $0.signsInWithPasswords = true }
        await test.client.launch()
        await test.client.signIn(with: PasswordCredential(user: "ann", password: Secret("p")))
        return test
    }

    private static func isAsking(_ model: SignInModel) -> Bool {
        if case .asking = model.status.state { true } else { false }
    }
}

extension StandInHost {
    /// Taps the first button with this title.
    func press(_ title: String, line: Int = #line) {
        guard let button = buttons.first(where: { $0.title == title && $0.isEnabled }) else {
            return Check.expect(false, "no button \(title) in \(buttons.map(\.title))", line: line)
        }
        button.action()
    }
}
