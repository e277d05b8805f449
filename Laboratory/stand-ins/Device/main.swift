// Plays a device: the kit's own adapter runs on the stand-ins, with the emulator as Apple and the built service. The
// stand-ins report which of its calls arrived, so that a delegate method with a wrong name is noticed.
import AuthenticationServices
import Foundation
import SignInAPI
import UIKit
import os

@testable import SignInKit

let scene = UIWindowScene()
UIApplication.standIn.connectedScenes = [scene]
let window = UIWindow(windowScene: scene)
window.isKeyWindow = true

await Check.scenario("first sign-in: the name reaches the account, the keychain holds the session") {
    let phone = try await Phone()
    let status = await (try await phone.signedIn()).status
    Check.expect(status.state.person?.account.name == PersonName(given: "Grace", family: "Hopper"), "\(status)")
    let request = await phone.asked.requests.first
    Check.expect(request?.scopes == ["full_name", "email"], "\(String(describing: request))")
    Check.expect(request?.nonce?.count == 64, "\(String(describing: request))")
    Check.expect(request?.isPreferringImmediate == false, "\(String(describing: request))")
    Check.expect(try phone.keychain.read(.session) != nil && phone.keychain.read(.pendingSignIn) == nil, "keychain")
}

await Check.scenario("an attempt without a nonce gives Apple none") {
    let phone = try await Phone()
    let request = SheetRequest(purpose: .signIn, attempt: .withoutNonce(at: Date()))
    _ = await SystemAppleDevice(window: window).present(request)
    Check.expect(await phone.asked.requests.map(\.nonce) == [nil], "a nonce")
}

await Check.scenario("the credential has identifier, address, name, token and code") {
    let phone = try await Phone()
    let attempt = SignInAttempt.random(at: Date())
    let request = SheetRequest(purpose: .signIn, attempt: attempt, scopes: [.fullName, .email])
    guard case .apple(let credential) = await SystemAppleDevice().present(request) else { throw URLError(.unknown) }
    Check.expect(credential.email == phone.person + "@example.com", "\(credential.email ?? "no address")")
    Check.expect(credential.name == PersonName(given: "Grace", family: "Hopper"), "\(credential)")
    Check.expect(credential.state == attempt.state && !credential.user.isEmpty, "\(credential)")
    Check.expect(credential.identityToken != nil && credential.authorizationCode != nil, "\(credential)")
    Check.expect(credential.realUserStatus == .likelyReal, "\(credential)")
}

await Check.scenario("second sign-in: no name comes, the account keeps it; a restart shows no sheet") {
    let phone = try await Phone()
    let app = try await phone.signedIn()
    let first = await app.status.state.person?.account
    await app.signOut()
    Check.expect(await app.signIn().state.person?.account == first, "another account")
    let restarted = try phone.app()
    Check.expect(await restarted.launch().state.person?.account == first, "a restart lost the session")
    Check.expect(await phone.asked.requests.count == 2, "a sheet too many")
}

await Check.scenario("cancel: by the person, and by the task that asks") {
    let phone = try await Phone()
    let app = try phone.app()
    await app.launch()
    phone.does { _ in .error(1001) }
    Check.expect(await app.signIn() == SignInStatus(state: .signedOut(.notYet)), "not quiet")
    phone.does { _ in .stays }
    let asking = Task { await app.signIn() }
    while await phone.asked.requests.count < 2 { await Task.yield() }
    asking.cancel()
    Check.expect(await asking.value == SignInStatus(state: .signedOut(.notYet)), "the sheet stayed")
    phone.agrees()
    Check.expect(await app.signIn().state.person != nil, "no sheet after a cancelled one")
}

await Check.scenario("revoked while away, and by the notification while running") {
    let phone = try await Phone()
    _ = try await phone.signedIn()
    let running = try phone.app()
    await running.launch()
    let statuses = await running.statuses()
    NotificationCenter.default.post(
        name: ASAuthorizationAppleIDProvider.credentialRevokedNotification, object: nil)
    Check.expect(await running.enterForeground().state.person != nil, "the notification alone was believed")
    try await phone.emulator.call("/account/stop-using", ["person": phone.person, "client": Emulator.app])
    NotificationCenter.default.post(
        name: ASAuthorizationAppleIDProvider.credentialRevokedNotification, object: nil)
    for await status in statuses where status.state.person == nil { break }
    Check.expect(await running.status.state == .signedOut(.credentialRevoked), "\(await running.status)")

    let other = try await Phone()
    _ = try await other.signedIn()
    try await other.emulator.call("/account/stop-using", ["person": other.person, "client": Emulator.app])
    Check.expect(await (try other.app()).launch().state == .signedOut(.credentialRevoked), "not seen at launch")
    Check.expect(try other.keychain.read(.session) == nil, "the session stayed in the keychain")
}

await Check.scenario("no network: said before any sheet is shown") {
    let phone = try await Phone()
    guard let nowhere = URL(string: "http://127.0.0.1:9") else { return }
    let away = try phone.app(server: nowhere)
    await away.launch()
    Check.expect(await away.signIn().failure == .unreachable(retryAfter: nil), "no failure")
    Check.expect(await phone.asked.requests.isEmpty, "a sheet without an attempt")
    Check.expect(await away.status.state == .signedOut(.notYet), "\(await away.status)")
}

await Check.scenario("why it failed: the service's answer, the clocks, the keychain and Apple's number") {
    let phone = try await Phone()
    let incidents = Incidents()
    let app = try phone.app { $0.observe = { incident in Task { await incidents.note(incident) } } }
    phone.does { _ in .failed(1000, below: -7026) }
    Check.expect(await app.signIn().failure == .sheet(.unknown), "\(await app.status)")
    let below = FrameworkError(domain: "AKAuthenticationError", code: -7026)
    let error = FrameworkError(domain: ASAuthorizationErrorDomain, code: 1000, underlying: [below])
    while await !incidents.all.contains(.sheetFailed(.unknown, error)) { await Task.yield() }
    // The kit was compiled as in a debug build.
    let logged = StandInLog.lines.filter { $0.hasPrefix("SignInKit: ") && $0.contains("AKAuthenticationError -7026") }
    Check.expect(logged.count == 1, "\(StandInLog.lines)")
    let found = await app.diagnosis()
    let wrong = found.findings.filter { $0.verdict != .good }.map(\.topic)
    Check.expect(wrong == [.entitlement, .sheet], "\(found)")
    Check.expect(found.description.contains("AKAuthenticationError -7026"), "\(found)")
    let misnamed = try phone.app { $0.client = "nobody" }
    let named = await misnamed.diagnosis().findings.first { $0.topic == .client }
    Check.expect(named?.verdict == .wrong, "\(String(describing: named))")
    Check.expect(named?.text.contains("client_unknown") == true, "\(String(describing: named))")
}

await Check.scenario("transferred: the device is asked by the old identifier without a word, and the session stays") {
    let phone = try await Phone()
    let app = try await phone.signedIn()
    try await phone.emulator.call("/device/transfers", ["bundle_id": Emulator.app, "transferred": true])
    let statuses = await app.statuses()
    let before = await app.status.state.person
    await app.enterForeground()
    try await phone.emulator.call("/device/transfers", ["bundle_id": Emulator.app, "transferred": false])
    while await phone.asked.requests.count < 2 { await Task.yield() }
    for await status in statuses { if case .signedIn = status.state { break } }
    let request = await phone.asked.requests.last
    Check.expect(request?.user == before?.appleUser && request?.scopes == [], "\(String(describing: request))")
    Check.expect(request?.isPreferringImmediate == false, "Apple wants the plain call")
    Check.expect(await app.status.state.person?.account == before?.account, "another account")
}

await Check.scenario("password chosen: it goes to the app's own login, and an app without one ignores it") {
    let phone = try await Phone()
    phone.does { request in request.includesPasswords ? .password(user: "ann", password: "p") : .error(1001) }
    let app = try phone.app { $0.passwordLogin = Login() }
    await app.launch()
    Check.expect(await app.findExistingAccount().state.person?.account.id == "of-ann-p", "\(await app.status)")
    Check.expect(await phone.asked.requests.first?.isPreferringImmediate == true, "something might be shown")
    let without = try await Phone()
    without.does { request in request.includesPasswords ? .password(user: "ann", password: "p") : .error(1001) }
    let plain = try without.app()
    await plain.launch()
    Check.expect(await plain.findExistingAccount() == SignInStatus(state: .signedOut(.notYet)), "not quiet")
    // A request for an Apple Account alone would offer to create one.
    Check.expect(await without.asked.requests.map(\.includesPasswords) == [true], "an account could have been created")
}

await Check.scenario("passwords on the tap: one is chosen, and without any the sheet for an Apple Account follows") {
    let phone = try await Phone()
    phone.does { request in request.includesPasswords ? .password(user: "ann", password: "p") : .error(1001) }
    let app = try phone.app { $0.passwordLogin = Login() }
    await app.launch()
    let chosen = await app.signIn(offeringPasswords: true)
    Check.expect(chosen.state.person?.account.id == "of-ann-p", "\(chosen)")
    Check.expect(await phone.asked.requests.first?.isPreferringImmediate == false, "a tap may show something")
    let empty = try await Phone()
    empty.does { [emulator = empty.emulator] request in
        request.includesPasswords ? .failed(1001, below: -7089) : await emulator.agree(request)
    }
    let other = try empty.app { $0.passwordLogin = Login() }
    await other.launch()
    let followed = await other.signIn(offeringPasswords: true)
    Check.expect(followed.state.person?.appleUser != nil, "\(followed)")
    Check.expect(await empty.asked.requests.map(\.includesPasswords) == [true, false], "another sheet")
}

await Check.scenario("account switched on the device: the session ends") {
    let phone = try await Phone()
    let app = try await phone.signedIn()
    _ = try await phone.emulator.newPerson()
    Check.expect(await app.enterForeground().state == .signedOut(.credentialNotFound), "\(await app.status)")
}

await Check.scenario("double tap on Apple's button: one sheet") {
    let phone = try await Phone()
    let app = try phone.app()
    await app.launch()
    let button = SignInControl { await app.signIn() }
    let statuses = await app.statuses()
    button.tap()
    button.tap()
    for await status in statuses where status.state.person != nil { break }
    Check.expect(await phone.asked.requests.count == 1, "two sheets")
}

await FirstUnlock.play()
await Silence.play()
await Buttons.play(in: scene, window)
await Pages.play()
await Upgrade.play()
await Browser.play()
await ObjectiveC.play()

await Check.scenario("a search can be quiet where Apple has the option") {
    Check.expect(SystemAppleDevice().canSearchQuietly, "the option exists on this system")
}

await Check.scenario("a sheet can be closed where Apple has the call") {
    Check.expect(SystemAppleDevice().canCloseSheet, "the call exists on this system")
}

await Check.scenario("deletion: proven anew, deleted at the service, revoked at Apple") {
    let phone = try await Phone()
    let app = try await phone.signedIn()
    let user = await app.status.state.person?.appleUser ?? ""
    Check.expect(await app.deleteAccount().state == .signedOut(.accountDeleted(.queued)), "\(await app.status)")
    Check.expect(await phone.asked.requests.count == 2, "not proven anew")
    var state = await phone.emulator.state(user)
    while state == 1 { state = await phone.emulator.state(user) }
    Check.expect(try phone.keychain.read(.session) == nil, "the session stayed in the keychain")
}

await Check.scenario("no window: said, not crashed; a window of the app's choice is used") {
    let phone = try await Phone()
    UIApplication.standIn.connectedScenes = []
    let app = try phone.app()
    await app.launch()
    Check.expect(await app.signIn().failure == .sheet(.noWindow), "\(await app.status)")
    Check.expect(UIApplication.unlessInExtension() === UIApplication.standIn, "the application was not found")
    Check.expect(UIApplication.unlessInExtension(bundlePath: "/PlugIns/Share.appex") == nil, "found in an extension")
    let chosen = try phone.app(window: window)
    await chosen.launch()
    Check.expect(await chosen.signIn().state.person != nil, "\(await chosen.status)")
    UIApplication.standIn.connectedScenes = [scene]
}

await Check.scenario("two windows with models of their own agree after a sign-in and a sign-out") {
    let phone = try await Phone()
    let windows = [SignInModel(client: try phone.app()), SignInModel(client: try phone.app())]
    for window in windows { while window.status.state == .unknown { await Task.yield() } }
    await windows[0].signIn()
    for window in windows { while window.person == nil { await Task.yield() } }
    Check.expect(await phone.asked.requests.count == 1, "two sheets")
    await windows[1].signOut()
    for window in windows { while window.person != nil { await Task.yield() } }
    Check.expect(windows.allSatisfy { $0.status.state == .signedOut(.byPerson) }, "\(windows.map(\.status))")
}

await Check.scenario("a model that a view makes and drops does nothing") {
    let phone = try await Phone()
    let client = try phone.app()
    _ = SignInModel(client: client)
    _ = ObservableSignInModel(client: client)
    for _ in 0..<100 { await Task.yield() }
    Check.expect(await client.status.state == .unknown, "\(await client.status)")
}

await Check.scenario("the model of SwiftUI follows by itself, and looks again in the foreground") {
    let phone = try await Phone()
    let model = SignInModel(client: try phone.app())
    while model.status.state == .unknown { await Task.yield() }
    await model.signIn()
    while model.person == nil { await Task.yield() }
    try await phone.emulator.call("/account/stop-using", ["person": phone.person, "client": Emulator.app])
    while model.person != nil {
        NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
        try await Task.sleep(nanoseconds: 20_000_000)
    }
    Check.expect(model.status.state == .signedOut(.credentialRevoked), "\(model.status)")
    let wrong = SignInModel(server: URL(fileURLWithPath: "/"), client: "app")
    Check.expect(wrong.status.failure == .addressRefused, "\(wrong.status)")
}

exit(Check.failures == 0 ? 0 : 1)
