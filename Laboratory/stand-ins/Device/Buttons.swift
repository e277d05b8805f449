import AuthenticationServices
import Foundation
import SignInAPI
import SwiftUI
import UIKit

@testable import SignInKit

/// The scenarios of Apple's button in UIKit and SwiftUI.
@MainActor
enum Buttons {
    static func play(in scene: UIWindowScene, _ window: UIWindow) async {
        await lookOfControl()
        await lookOfView()
        await actionOfView()
        await whileUnknown()
        await beforeTheTap()
        await beforeTheTapInUIKit(window)
        await page()
        await windowOfTheTap(scene, window)
    }

    private static func lookOfControl() async {
        await Check.scenario("the button follows its title, its style and isEnabled, and stays one button") {
            var taps = 0
            let control = SignInControl { taps += 1 }
            control.cornerRadius = 11
            control.isEnabled = false
            control.title = .continue
            Check.expect(control.button.standInType == .continue, "an old title")
            control.style = .white
            Check.expect(control.subviews == [control.button], "\(control.subviews)")
            Check.expect(control.button.standInType == .continue, "the title was lost")
            Check.expect(control.button.standInStyle == .white, "an old style")
            Check.expect(control.button.cornerRadius == 11, "the radius was lost")
            Check.expect(!control.button.isEnabled, "Apple's button looks enabled")
            control.tap()
            await settle()
            Check.expect(taps == 0, "a disabled button was tapped")
            control.isEnabled = true
            Check.expect(control.button.isEnabled, "Apple's button stayed disabled")
            control.tap()
            await settle()
            Check.expect(taps == 1, "\(taps) taps")
        }
    }

    private static func lookOfView() async {
        await Check.scenario("SwiftUI's button shows a new title, style, radius, size and isEnabled") {
            let host = StandInHost()
            host.show(SignInButton(.signIn) {})
            let first = host.control
            Check.expect(first?.button.standInType == .signIn && first?.button.standInStyle == .black, "first look")
            Check.expect(first?.isEnabled == true, "first look")
            Check.expect(host.heights == [44, 44], "\(host.heights) without a frame")
            host.show(SignInButton(.signIn) {})
            Check.expect(host.control === first, "made anew without a reason")
            host.show(SignInButton(.continue) {})
            Check.expect(host.control?.button.standInType == .continue, "an old title")
            host.show(SignInButton(.continue, style: .whiteOutline) {})
            Check.expect(host.control?.button.standInStyle == .whiteOutline, "an old style")
            host.show(SignInButton(.continue, cornerRadius: 3) {})
            Check.expect(host.control?.cornerRadius == 3, "no radius")
            host.show(SignInButton(.continue, cornerRadius: nil) {})
            Check.expect(host.control?.cornerRadius == 6, "not Apple's radius")
            host.show(SignInButton(.continue) {}.disabled(true))
            Check.expect(host.control?.isEnabled == false, "looks enabled")
            var environment = EnvironmentValues()
            environment.colorScheme = .dark
            environment.standInTextScale = 2
            host.show(SignInButton {}, in: environment)
            Check.expect(host.control?.button.standInStyle == .white, "black on black")
            Check.expect(host.heights == [72, 72], "\(host.heights) with large text")
            environment.standInTextScale = 0.5
            host.show(SignInButton {}, in: environment)
            Check.expect(host.heights == [44, 44], "\(host.heights) with small text")
            environment.standInTextScale = 1
            let sizes: [(ControlSize, CGFloat)] = [(.mini, 30), (.small, 30), (.regular, 44), (.large, 56)]
            for (size, height) in sizes {
                environment.controlSize = size
                host.show(SignInButton {}, in: environment)
                Check.expect(host.heights == [height, height], "\(host.heights) for \(size)")
            }
        }
    }

    private static func actionOfView() async {
        await Check.scenario("SwiftUI's button runs the newest action") {
            let host = StandInHost()
            var ran: [String] = []
            host.show(SignInButton { ran.append("old") })
            let first = host.control
            host.show(SignInButton { ran.append("new") })
            Check.expect(host.control === first, "made anew without a reason")
            host.control?.tap()
            await settle()
            Check.expect(ran == ["new"], "\(ran)")
        }
    }

    private static func whileUnknown() async {
        await Check.scenario("the button of a model is invisible until the storage was read, but not for ever") {
            let model = SignInModel(client: try client(storage: MemoryStorage()))
            let host = StandInHost()
            host.show(SignInButton(model))
            Check.expect(host.shown.first?.isInvisible == true && host.control?.isEnabled == false, "a flash")
            while model.status.state == .unknown { await Task.yield() }
            host.show(SignInButton(model))
            Check.expect(host.shown.first?.isInvisible == false && host.control?.isEnabled == true, "no button")

            let locked = SignInModel(configuration, storage: Locked(), mark: MemoryStorage())
            host.show(SignInButton(locked))
            Check.expect(host.shown.first?.isInvisible == true, "a flash")
            while locked.isReadingStorage { await Task.yield() }
            host.show(SignInButton(locked))
            Check.expect(host.shown.first?.isInvisible == false && host.control?.isEnabled == true, "locked out")
            let observable = ObservableSignInModel(configuration, storage: Locked(), mark: MemoryStorage())
            host.show(SignInButton(observable))
            Check.expect(host.shown.first?.isInvisible == true, "a flash of the observable model's button")
            while observable.isReadingStorage { await Task.yield() }
            host.show(SignInButton(observable, cornerRadius: 4))
            Check.expect(host.shown.first?.isInvisible == false && host.control?.cornerRadius == 4, "locked out")
            host.show(SignInButton(SignInModel(client: nil)))
            Check.expect(host.shown.first?.isInvisible == false, "a preview without a button")
        }
    }

    private static func beforeTheTap() async {
        await Check.scenario("the button opens the attempt when it appears, so that a tap waits for nobody") {
            let attempts = Attempts()
            StandInDevice.current = StandInDevice(sheet: { _ in .error(1001) })
            let client = try SignInClient(
                configuration, device: SystemAppleDevice(), storage: MemoryStorage(), mark: MemoryStorage(),
                transport: attempts)
            let model = SignInModel(client: client)
            let host = StandInHost()
            host.show(SignInButton(model))
            for task in host.tasks { await task() }
            Check.expect(await attempts.count == 1, "\(await attempts.count) attempts before the tap")
            await model.signIn()
            Check.expect(await attempts.count == 1, "the tap opened another attempt")
        }
    }

    private static func beforeTheTapInUIKit(_ window: UIWindow) async {
        await Check.scenario("UIKit's button opens the attempt when it comes into a window, and not before") {
            let (attempts, opened) = (Attempts(), Opened())
            StandInDevice.current = StandInDevice(sheet: { _ in
                await opened.note(await attempts.count)
                return .error(1001)
            })
            let client = try SignInClient(
                configuration, device: SystemAppleDevice(), storage: MemoryStorage(), mark: MemoryStorage(),
                transport: attempts)
            let control = SignInControl(client, .continue)
            let place = UIView(frame: .zero)
            place.addSubview(control)
            await settle()
            Check.expect(await attempts.count == 0, "an attempt for a button that nobody sees")
            window.addSubview(place)
            while await attempts.count == 0 { await Task.yield() }
            for sheets in 1...2 {
                control.tap()
                while await attempts.count == sheets { await Task.yield() }
            }
            Check.expect(await opened.counts == [1, 2], "\(await opened.counts): a tap opened the attempt itself")
            place.removeFromSuperview()
        }
    }

    private static func page() async {
        await Check.scenario("the ready page shows title, text, button, progress, and what did not work") {
            let host = StandInHost()
            @MainActor func texts(_ state: SignInState, _ failure: SignInFailure? = nil) -> [String] {
                let model = SignInModel.preview(state, failure: failure)
                host.show(AppleSignInView(model, title: "Notes", text: "Keep your notes."))
                return Array(host.texts.dropFirst(2))
            }
            Check.expect(texts(.signedOut(.notYet)).isEmpty && host.control != nil && !host.isBusy, "\(host.texts)")
            Check.expect(host.texts == ["Notes", "Keep your notes."], "\(host.texts)")
            let failed = texts(.signedOut(.notYet), .attemptExpired)
            Check.expect(failed.first?.hasPrefix("The sign-in took too long.\n") == true, "\(failed)")
            Check.expect(host.control != nil, "no way on after a failure")
            Check.expect(texts(.exchanging(.asking)).isEmpty && host.isBusy && host.control == nil, "no progress")
            let waiting = texts(.exchanging(.waiting), .unreachable(retryAfter: nil))
            Check.expect(waiting == [ViewText.waiting.english] && host.isBusy, "\(waiting)")
            let address = "https://support.apple.com/102571"
            Check.expect(texts(.signedOut(.accountDeleted(.byHand(address: address)))).last == address, "no link")
            Check.expect(texts(.signedIn(.example)).isEmpty && host.control == nil && !host.isBusy, "a button")
            let asked = texts(.asking(.example))
            Check.expect(asked.first?.hasPrefix("Have you been here before?\n") == true, "\(asked)")
            Check.expect(host.control == nil && !host.isBusy, "the button beside a question")
            let observable = ObservableSignInModel.preview(.signedOut(.notYet))
            host.show(AppleSignInView(observable, title: "Notes", button: .continue))
            Check.expect(host.texts == ["Notes"] && host.control?.title == .continue, "\(host.texts)")
        }

        await Check.scenario("the ready page searches for an account, and opens the attempt for the button") {
            for isSearchLater in [false, true] {
                let (attempts, asked) = (Attempts(), Asked())
                StandInDevice.current = StandInDevice(sheet: { request in
                    await asked.note(request)
                    return .error(1001)
                })
                let client = try SignInClient(
                    configuration, device: SystemAppleDevice(), storage: MemoryStorage(), mark: MemoryStorage(),
                    transport: attempts)
                let (host, model) = (StandInHost(), SignInModel(client: client))
                host.show(AppleSignInView(model, title: "Notes"))
                Check.expect(host.tasks.count == 2, "\(host.tasks.count) tasks")
                for task in isSearchLater ? host.tasks.reversed() : host.tasks { await task() }
                Check.expect(await asked.requests.map(\.isPreferringImmediate) == [true], "\(await asked.requests)")
                Check.expect(await attempts.count == 2, "\(await attempts.count) attempts before the tap")
                await model.signIn()
                Check.expect(await attempts.count == 2, "the search took the attempt of the tap")
            }
        }
    }

    private static func windowOfTheTap(_ scene: UIWindowScene, _ window: UIWindow) async {
        await Check.scenario("two scenes in the foreground: the sheet opens over the window of the tapped button") {
            let other = UIWindowScene()
            let beside = UIWindow(windowScene: other)
            beside.isKeyWindow = true
            UIApplication.standIn.connectedScenes = [scene, other]
            for tapped in [window, beside] {
                let sheet = try await sheetAfterTap(in: tapped)
                Check.expect(sheet == ObjectIdentifier(tapped), "over another window")
            }
            other.activationState = .background
            let sheet = try await sheetAfterTap(in: beside)
            Check.expect(sheet == ObjectIdentifier(window), "over a window that nobody sees")
            let chosen = try await sheetAfterTap(in: beside, chosen: window)
            Check.expect(chosen == ObjectIdentifier(window), "not over the app's choice")
            UIApplication.standIn.connectedScenes = [scene]
        }
    }

    /// Returns the window of the sheet after the first call of an app, so that the client is launched by the tap.
    private static func sheetAfterTap(in window: UIWindow, chosen: UIWindow? = nil) async throws -> ObjectIdentifier? {
        let asked = Asked()
        StandInDevice.current = StandInDevice(sheet: { request in
            await asked.note(request)
            return .error(1001)
        })
        let app = try client(storage: MemoryStorage(), window: chosen)
        var isOver = false
        let control = SignInControl {
            await app.signIn()
            isOver = true
        }
        window.addSubview(control)
        control.tap()
        while !isOver { await Task.yield() }
        control.removeFromSuperview()
        return await asked.requests.first?.window
    }

    /// A client that needs no service before the sheet has ended.
    private static func client(storage: any SignInStorage, window: UIWindow? = nil) throws -> SignInClient {
        let device = window.map { SystemAppleDevice(window: $0) } ?? SystemAppleDevice()
        return try SignInClient(
            configuration, device: device, storage: storage, mark: MemoryStorage(), transport: Attempts())
    }

    private static var configuration: SignInConfiguration {
        let address = URL(string: "https://sign-in.example.com") ?? URL(fileURLWithPath: "/")
        return SignInConfiguration(server: address, client: "app")
    }

    private static func settle() async { for _ in 0..<100 { await Task.yield() } }
}

extension StandInHost {
    var control: SignInControl? { shown.first?.view as? SignInControl }
    var heights: [CGFloat?] { [shown.first?.minHeight, shown.first?.maxHeight] }
}

/// A keychain that never opens.
private struct Locked: SignInStorage {
    func read(_ item: StoredItem) throws -> Data? { throw URLError(.cannotOpenFile) }
    func write(_ data: Data, to item: StoredItem) throws { throw URLError(.cannotOpenFile) }
    func remove(_ item: StoredItem) throws {}
}

/// Records how many attempts were open whenever a sheet was requested.
private actor Opened {
    private(set) var counts: [Int] = []
    func note(_ count: Int) { counts.append(count) }
}

/// A service that only opens attempts, and counts them.
private actor Attempts: ServiceTransport {
    private(set) var count = 0

    func send(_ request: ServiceRequest) async throws -> ServiceAnswer {
        count += 1
        let reply = NativeAttemptReply(attempt: UUID().uuidString, nonce: UUID().uuidString, expiresIn: 300)
        return ServiceAnswer(status: 200, body: try JSONEncoder().encode(reply))
    }
}
