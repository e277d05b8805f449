import AuthenticationServices
import Foundation
import SignInKitTesting
import UIKit

@testable import SignInKit

/// The scenarios in which Apple's frameworks never answer.
@MainActor
enum Silence {
    static func play() async {
        await anotherTap()
        await anotherTapInObjectiveC()
        await returnToTheForeground()
        await signalsOfTheForeground()
        await lateAnswer()
        await anotherWindow()
        await timeLimit()
        await cancellation()
        await credentialState()
    }

    /// A phone whose first sheet never appears.
    private static func silentPhone() async throws -> Phone {
        let phone = try await Phone()
        phone.does { [emulator = phone.emulator, asked = phone.asked] request in
            await asked.requests.count == 1 ? .never : await emulator.agree(request)
        }
        return phone
    }

    private static func anotherTap() async {
        await Check.scenario("the sheet does not appear: a tap after a while shows another one") {
            let (phone, clock) = (try await silentPhone(), TestSignInClock())
            let app = try phone.app(clock: clock.clock)
            let system = AuthorizationSheet.now
            AuthorizationSheet.now = { clock.now }
            defer { AuthorizationSheet.now = system }
            var ends: [Bool] = []
            let button = SignInControl { ends.append(await app.signIn().state.person != nil) }
            button.tap()
            while await phone.asked.requests.isEmpty { await Task.yield() }
            clock.advance(by: 4)
            button.tap()
            for _ in 0..<100 { await Task.yield() }
            Check.expect(await phone.asked.requests.count == 1, "a double tap showed two sheets")
            clock.advance(by: 1)
            button.tap()
            while ends.count < 2 { await Task.yield() }
            Check.expect(ends == [false, true], "\(ends): one sign-in ended more than one action")
            Check.expect(await phone.asked.requests.count == 2, "\(await phone.asked.requests.count) sheets")
            Check.expect(!AuthorizationSheet.isMissing, "a sheet is still expected")
        }
    }

    private static func anotherTapInObjectiveC() async {
        await Check.scenario("Objective-C: after another tap, one block gets the account, and one a closed sheet") {
            let (phone, system) = (try await silentPhone(), AuthorizationSheet.now)
            let clock = TestSignInClock()
            AuthorizationSheet.now = { clock.now }
            defer { AuthorizationSheet.now = system }
            let face = try SignInFace(server: Phone.server, client: "app")
            var answers: [(account: String?, error: NSError?)] = []
            let button = face.button { answers.append(($0, $1)) } as? SignInControl
            button?.tap()
            while await phone.asked.requests.isEmpty { await Task.yield() }
            clock.advance(by: 5)
            button?.tap()
            while answers.count < 2 { await Task.yield() }
            Check.expect(answers.map { $0.account != nil } == [false, true], "\(answers)")
            Check.expect(answers.allSatisfy { $0.error == nil }, "\(answers)")
            await withCheckedContinuation { done in face.signOut { done.resume() } }
        }
    }

    private static func returnToTheForeground() async {
        await Check.scenario("the sheet does not appear: it is given up in the foreground after a minute") {
            let (phone, clock) = (try await silentPhone(), TestSignInClock())
            let app = try phone.app(clock: clock.clock)
            let asking = Task { await app.signIn() }
            while await phone.asked.requests.isEmpty { await Task.yield() }
            clock.advance(by: 60)
            Check.expect(await app.enterForeground() == SignInStatus(state: .signedOut(.notYet)), "not quiet")
            Check.expect(await asking.value == SignInStatus(state: .signedOut(.notYet)), "not quiet")
            Check.expect(await app.signIn().state.person != nil, "\(await app.status)")
        }
    }

    private static func signalsOfTheForeground() async {
        await Check.scenario("the sheet does not appear: the models give it up by themselves after a minute away") {
            let (phone, clock) = (try await silentPhone(), TestSignInClock())
            let model = SignInModel(client: try phone.app(clock: clock.clock))
            while model.status.state == .unknown { await Task.yield() }
            let asking = Task { await model.signIn() }
            while await phone.asked.requests.isEmpty { await Task.yield() }
            post(UIApplication.didEnterBackgroundNotification)
            while await model.client?.lifeCycle.awaySince == nil { await Task.yield() }
            clock.advance(by: 60)
            post(UIApplication.willEnterForegroundNotification)
            await asking.value
            while model.status.state != .signedOut(.notYet) { await Task.yield() }
        }
    }

    private static func lateAnswer() async {
        await Check.scenario("Apple answers a sheet that was given up: the name is kept for the next sign-in") {
            let phone = try await Phone()
            let (gate, open) = AsyncStream.makeStream(of: Void.self)
            phone.does { [emulator = phone.emulator, asked = phone.asked] request in
                guard await asked.requests.count == 1 else { return await emulator.agree(request) }
                // A task of its own, so that a cancelled sheet answers nevertheless.
                return await Task {
                    for await _ in gate {}
                    return await emulator.agree(request)
                }.value
            }
            let app = try phone.app()
            let asking = Task { await app.signIn() }
            while await phone.asked.requests.isEmpty { await Task.yield() }
            await app.cancel()
            Check.expect(await asking.value == SignInStatus(state: .signedOut(.notYet)), "not quiet")
            open.finish()
            while try phone.keychain.read(.firstTimeData) == nil { await Task.yield() }
            Check.expect(await app.signIn().state.person?.account.name?.given == "Grace", "the name was lost")
            Check.expect(try phone.keychain.read(.firstTimeData) == nil, "the name stayed")
        }
    }

    private static func anotherWindow() async {
        await Check.scenario("the sheet is shown in one window: a tap in another one does not close it") {
            let (phone, clock) = (try await silentPhone(), TestSignInClock())
            let app = try phone.app(clock: clock.clock)
            var ended = 0
            let buttons = (0..<2).map { _ in
                SignInControl {
                    await app.signIn()
                    ended += 1
                }
            }
            let windows = buttons.map { button in
                let window = UIWindow(windowScene: UIWindowScene())
                window.addSubview(button)
                return window
            }
            buttons[0].tap()
            while await phone.asked.requests.isEmpty { await Task.yield() }
            clock.advance(by: 5)
            buttons[1].tap()
            for _ in 0..<100 { await Task.yield() }
            Check.expect(await phone.asked.requests.count == 1, "the sheet of another window was given up")
            await app.cancel()
            while ended < 2 { await Task.yield() }
            Check.expect(windows.count == 2, "the windows have to live that long")
        }
    }

    private static func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: nil) }

    private static func timeLimit() async {
        await Check.scenario("the sheet does not appear: it is given up when its attempt expires") {
            let (phone, clock) = (try await silentPhone(), TestSignInClock())
            let app = try phone.app(clock: clock.clock)
            let asking = Task { await app.signIn() }
            while await phone.asked.requests.isEmpty { await Task.yield() }
            await clock.advanceWhenAsleep(by: 3600)
            Check.expect(await asking.value.failure == .sheet(.unanswered), "\(await app.status)")
        }
    }

    private static func cancellation() async {
        await Check.scenario("the sheet does not appear: the models and Objective-C can cancel") {
            let phone = try await Phone()
            phone.does { _ in .never }
            let model = SignInModel(client: try phone.app())
            let observable = ObservableSignInModel(client: try phone.app())
            let face = try SignInFace(server: Phone.server, client: "app")
            let models = [Task { await model.signIn() }, Task { await observable.signIn() }]
            var isOver = false
            face.signIn(completion: { _, _ in isOver = true })
            while await phone.asked.requests.count < 3 { await Task.yield() }
            await model.cancel()
            await observable.cancel()
            await withCheckedContinuation { done in face.cancel { done.resume() } }
            for model in models { await model.value }
            while !isOver { await Task.yield() }
        }
    }

    private static func credentialState() async {
        await Check.scenario("the credential state is never answered: the launch ends, and the person stays") {
            let (phone, clock) = (try await Phone(), TestSignInClock())
            _ = try await phone.signedIn()
            StandInDevice.current.credentialState = { _ in
                await withUnsafeContinuation { (_: UnsafeContinuation<Int?, Never>) in }
            }
            let app = try phone.app(clock: clock.clock)
            let launching = Task { await app.launch() }
            await clock.advanceWhenAsleep(by: 10)
            Check.expect(await launching.value.state.person != nil, "\(await app.status)")
        }
    }
}
