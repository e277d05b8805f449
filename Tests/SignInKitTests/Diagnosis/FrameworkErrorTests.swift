import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// Apple's errors are kept as numbers, with those below them.
@Suite struct FrameworkErrorTests {
    private static let sheet = "com.apple.AuthenticationServices.AuthorizationError"

    /// An error of Apple's sheet with one below it, as the system reports it.
    private static func reported(_ code: Int, below number: Int? = nil) -> NSError {
        var info: [String: Any] = [NSLocalizedDescriptionKey: "grace@example.com"]
        if let number { info[NSUnderlyingErrorKey] = NSError(domain: "AKAuthenticationError", code: number) }
        return NSError(domain: sheet, code: code, userInfo: info)
    }

    @Test func `domain and number are kept, also of what lies below`() {
        let error = FrameworkError(Self.reported(1000, below: -7026))
        #expect(error.domain == Self.sheet)
        #expect(error.code == 1000)
        #expect(error.underlying == [FrameworkError(domain: "AKAuthenticationError", code: -7026)])
        #expect(error.description == "\(Self.sheet) 1000, caused by AKAuthenticationError -7026")
    }

    @Test func `several errors below one are kept`() {
        let further = [NSError(domain: "a", code: 1), NSError(domain: "b", code: 2)]
        let info: [String: Any] = ["NSMultipleUnderlyingErrorsKey": further]
        let error = FrameworkError(NSError(domain: "top", code: 0, userInfo: info))
        #expect(error.underlying == [FrameworkError(domain: "a", code: 1), FrameworkError(domain: "b", code: 2)])
    }

    @Test func `texts are left out`() {
        #expect(!"\(FrameworkError(Self.reported(1000)))".contains("grace"))
    }

    @Test func `an endless chain of errors is cut after five levels`() {
        var error = NSError(domain: "d", code: 0)
        for code in 1...9 { error = NSError(domain: "d", code: code, userInfo: [NSUnderlyingErrorKey: error]) }
        #expect(FrameworkError(error).all.map(\.code) == [9, 8, 7, 6, 5, 4])
    }

    @Test func `only a number of Apple's sheet is the code of a sheet's failure`() {
        #expect(SheetFailure(FrameworkError(domain: Self.sheet, code: 1001)) == .canceled)
        #expect(SheetFailure(FrameworkError(domain: Self.sheet, code: 1042)) == .other(1042))
        #expect(SheetFailure(FrameworkError(domain: "AKAuthenticationError", code: 1001)) == .unknown)
    }

    @Test(arguments: [
        (-7003, "capability"), (-7026, "capability"), (-7001, "Apple Account"), (-7022, "Apple Account"),
        (-7073, "Apple Account"), (-7071, "window"), (-7034, "two-factor"), (-7089, "search"),
    ])
    func `a number that developers observed has its cause, below whatever error`(number: Int, word: String) throws {
        let cause = try #require(LikelyCause.of(FrameworkError(Self.reported(1000, below: number))))
        #expect(cause.contains(word))
        #expect(try Repository.text("Sources/SignInKit/SignInKit.docc/Failures.md").contains("\(number)"))
    }

    @Test func `an unknown number below leaves the cause of the error above it`() throws {
        let alone = LikelyCause.of(FrameworkError(Self.reported(1000)))
        #expect(alone?.contains("capability") == true)
        #expect(LikelyCause.of(FrameworkError(Self.reported(1000, below: -1))) == alone)
        #expect(LikelyCause.of(FrameworkError(domain: "d", code: 1)) == nil)
    }
}

/// The errors of Apple's sheet reach whoever observes the client.
@Suite struct SheetErrorTests {
    private static let error = FrameworkError(
        domain: "com.apple.AuthenticationServices.AuthorizationError", code: 1000,
        underlying: [FrameworkError(domain: "AKAuthenticationError", code: -7026)])

    @Test func `an error of the sheet is observed with its numbers, and fails as its number says`() async throws {
        let incidents = Incidents()
        let app = try AppUnderTest { $0.observe = incidents.note }
        try await app.expectsAttempt()
        await app.device.answerSheet { _ in .error(Self.error) }
        #expect(await app.client.signIn().failure == .sheet(.unknown))
        #expect(incidents.all == [.sheetFailed(.unknown, Self.error), .failed(.sheet(.unknown))])
        #expect(await app.client.sheetFault?.error == Self.error)
    }

    @Test(arguments: Situation.allCases, [1000, 1001, 1004, 1042])
    func `an error decides what the failure of its number decides`(situation: Situation, code: Int) {
        let error = FrameworkError(domain: Self.error.domain, code: code, underlying: Self.error.underlying)
        var (one, other) = (situation.life, situation.life)
        let effects = one.take(.sheetEnded(.error(error), attempt: Sample.attempt.id))
        let expected = other.take(.sheetEnded(.failed(SheetFailure(code: code)), attempt: Sample.attempt.id))
        #expect(effects == expected)
        #expect(one == other)
    }

    @Test func `a closed sheet is no incident, unless the system closed it`() async throws {
        let incidents = Incidents()
        let app = try AppUnderTest { $0.observe = incidents.note }
        try await app.expectsAttempt()
        let closed = FrameworkError(domain: Self.error.domain, code: 1001)
        let ended = FrameworkError(domain: Self.error.domain, code: 1001, underlying: Self.error.underlying)
        await app.device.answerSheet { _ in .error(closed) }
        #expect(await app.client.signIn().words == "signedOut notYet")
        #expect(incidents.all == [])
        await app.device.answerSheet { _ in .error(ended) }
        #expect(await app.client.signIn().failure == nil)
        #expect(incidents.all == [.sheetFailed(.canceled, ended)])
    }

    @Test func `a search that finds nothing is no incident`() async throws {
        let incidents = Incidents()
        let app = try AppUnderTest { $0.observe = incidents.note }
        try await app.expectsAttempt()
        await app.device.answerSheet { _ in .error(Self.error) }
        await app.client.findExistingAccount()
        #expect(incidents.all == [])
        #expect(await app.client.sheetFault == nil)
    }

    @Test func `the next sign-in ends the error`() async throws {
        let app = try AppUnderTest()
        try await app.expectsAttempt()
        await app.device.answerSheet { _ in .error(Self.error) }
        await app.client.signIn()
        await app.client.signIn()
        #expect(await app.client.sheetFault?.error == Self.error, "a closed sheet says nothing about it")
        try await app.expectsSignIn()
        await app.client.signIn()
        #expect(await app.client.sheetFault == nil)
    }
}

extension AppUnderTest {
    /// Lets the service open attempts, for a sheet that brings no credential.
    fileprivate func expectsAttempt() async throws {
        try await service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
    }
}
