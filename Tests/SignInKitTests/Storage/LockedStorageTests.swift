import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// The system starts apps before the device's first unlock. Then nothing can be read, which says nothing about the person.
@Suite(.timeLimit(.minutes(10))) struct LockedStorageTests {
    /// An app to which somebody is signed in, on a device that was not unlocked yet.
    private func locked(mark: any InstallationMark = Asked()) throws -> AppUnderTest {
        let app = try AppUnderTest(mark: mark)
        try app.storage.write(try JSONEncoder().encode(StoredFormat(Sample.session())), to: .session)
        app.storage.isLocked = true
        return app
    }

    /// What happens to an app that the system starts in advance.
    enum Step: String, CaseIterable { case launch, unlock, foreground, search, token }

    /// All orders of the steps.
    static func orders(of steps: [Step]) -> [[Step]] {
        guard !steps.isEmpty else { return [[]] }
        return steps.flatMap { first in orders(of: steps.filter { $0 != first }).map { [first] + $0 } }
    }

    @Test(arguments: LockedStorageTests.orders(of: Step.allCases))
    func `the person stays signed in, in whatever order the app starts and the device is unlocked`(
        steps: [Step]
    ) async throws {
        let app = try locked()
        for step in steps {
            let isUnlocked = !app.storage.isLocked
            switch step {
            case .launch: await app.client.launch()
            case .unlock: app.storage.isLocked = false
            case .foreground: await app.client.enterForeground()
            case .search: await app.client.findExistingAccount()
            case .token:
                let token = try? await app.client.accessToken()
                #expect((token != nil) == isUnlocked)
            }
            #expect(await (app.client.status.state == .unknown) == (!isUnlocked || step == .unlock))
        }
        #expect(await app.client.launch().words == "signedIn")
        #expect(await app.device.requests.isEmpty)
    }

    @Test func `a token that is asked for before the first unlock is not refused for ever`() async throws {
        let app = try locked()
        await #expect(throws: SignInFailure.storageLocked) { try await app.client.accessToken() }
        await #expect(throws: SignInFailure.storageLocked) {
            try await app.client.accessToken(replacing: Secret("access-1"))
        }
        await #expect(throws: SignInFailure.storageLocked) { try await app.client.readAccount() }
        app.storage.isLocked = false
        #expect(try await app.client.accessToken() == Secret("access-1"))
    }

    @Test func `R42 an unread storage is no new installation: the mark is read after the storage`() async throws {
        let mark = Asked()
        let app = try locked(mark: mark)
        await app.client.launch()
        #expect(mark.questions == 0, "preferences are empty before the first unlock, too")
        app.storage.isLocked = false
        await app.client.launch()
        #expect(mark.questions == 1)
    }

    @Test func `a storage that never opens keeps nobody from signing in`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        app.storage.isLocked = true
        #expect(await app.client.signIn().words == "signedIn named")
    }

    @Test func `R42 what an earlier installation has stored needs the device's word, also after a tap without it`()
        async throws
    {
        let mark = MemoryStorage()
        let app = try locked(mark: mark)
        await app.device.say(nil)
        #expect(await app.client.signIn().words == "signedOut notYet, service_unreachable")
        app.storage.isLocked = false
        #expect(await app.client.enterForeground().words == "signedOut unconfirmedAfterReinstallation")
        #expect(mark.isSet)
    }

    @Test func `R5 what this installation has stored signs in again after a tap without it`() async throws {
        let app = try locked()
        await app.client.signIn()
        app.storage.isLocked = false
        #expect(await app.client.enterForeground().words == "signedIn")
        #expect(try await app.client.accessToken() == Secret("access-1"))
    }

    @Test(arguments: [false, true])
    func `R42 a session that was stored without reading is this installation's, and one that was not stored is none`(
        isFailing: Bool
    ) async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        app.storage.isLocked = true
        app.storage.isFailing = isFailing
        #expect(await app.client.signIn().words == "signedIn named")
        #expect(app.mark.isSet == !isFailing)
    }

    @Test func `only the person's tap counts a closed storage as empty`() async throws {
        let app = try locked()
        #expect(await app.client.findExistingAccount().words == "unknown")
        #expect(await app.client.signOut().words == "unknown")
        #expect(await app.client.deleteAccount().words == "unknown")
        #expect(await app.client.cancel().words == "unknown")
    }
}

/// A mark that is set, and counts how often it is asked.
private final class Asked: InstallationMark, @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    var questions: Int { lock.withLock { count } }
    var isSet: Bool {
        lock.withLock {
            count += 1
            return true
        }
    }
    func set() {}
}
