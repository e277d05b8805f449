import AuthenticationServices
import Foundation
import Security
import UIKit

@testable import SignInKit

/// The scenarios before the device's first unlock. The system starts apps in advance then.
@MainActor
enum FirstUnlock {
    enum Step: CaseIterable { case launch, unlock, foreground }

    static func play() async {
        for keychain in [StandInKeychain.locked, .lockedWithoutSayingSo] {
            for steps in orders(of: Step.allCases) {
                await Check.scenario("the keychain is \(keychain): \(steps.map { "\($0)" }.joined(separator: ", "))") {
                    try await play(steps, keychain)
                }
            }
        }
        await emptyReads()
        await oneProof()
        await additionOfAnotherProcess()
    }

    private static func orders(of steps: [Step]) -> [[Step]] {
        guard !steps.isEmpty else { return [[]] }
        return steps.flatMap { first in orders(of: steps.filter { $0 != first }).map { [first] + $0 } }
    }

    private static func play(_ steps: [Step], _ keychain: StandInKeychain) async throws {
        let phone = try await Phone()
        _ = try await phone.signedIn()
        StandInKeychain.current = keychain
        defer { StandInKeychain.current = .open }
        let app = try phone.app()
        var following: Task<Void, Never>?
        for step in steps {
            switch step {
            case .launch:
                var hasLaunched = false
                following = Task { await app.follow { _ in hasLaunched = true } }
                while !hasLaunched { await Task.yield() }
            case .unlock:
                StandInKeychain.current = .open
                post(UIApplication.protectedDataDidBecomeAvailableNotification)
            case .foreground: post(UIApplication.willEnterForegroundNotification)
            }
            guard StandInKeychain.current != .open else { continue }
            for _ in 0..<100 { await Task.yield() }
            Check.expect(await app.status.state == .unknown, "after \(step): \(await app.status)")
        }
        for await status in await app.statuses() where status.state.person != nil { break }
        following?.cancel()
    }

    private static func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: nil) }

    private static func emptyReads() async {
        await Check.scenario("an empty keychain counts as empty only if it is open") {
            for keychain in [StandInKeychain.locked, .lockedWithoutSayingSo] {
                let storage = KeychainStorage(service: UUID().uuidString)
                StandInKeychain.current = keychain
                do {
                    Check.expect(try storage.read(.session) == nil, "something was read")
                    Check.expect(false, "\(keychain): empty")
                } catch let failure as KeychainStorage.Failure {
                    Check.expect(failure.status == -25308, "\(failure)")
                }
                StandInKeychain.current = .open
                Check.expect(try storage.read(.session) == nil, "something was read")
            }
        }
    }

    private static func oneProof() async {
        await Check.scenario("a keychain proves only once that it is open") {
            let storages = [UUID().uuidString, UUID().uuidString].map { KeychainStorage(service: $0) }
            let before = StandInKeychain.additions
            for storage in storages + storages { Check.expect(try storage.read(.session) == nil, "something was read") }
            Check.expect(StandInKeychain.additions == before + 2, "\(StandInKeychain.additions - before) writes")
            let other = KeychainStorage(service: UUID().uuidString)
            try other.write(Data("theirs".utf8), to: .session)
            Check.expect(try other.read(.pendingSignIn) == nil, "something was read")
            Check.expect(StandInKeychain.additions == before + 3, "a proof after a write")
        }
    }

    private static func additionOfAnotherProcess() async {
        await Check.scenario("another process adds the item at the same moment: it is updated") {
            let storage = KeychainStorage(service: UUID().uuidString)
            StandInKeychain.beforeAddition = { try? storage.write(Data("theirs".utf8), to: .session) }
            try storage.write(Data("ours".utf8), to: .session)
            Check.expect(try storage.read(.session) == Data("ours".utf8), "the session was not stored")
        }
    }
}
