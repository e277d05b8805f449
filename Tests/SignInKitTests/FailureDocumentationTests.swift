import Foundation
import Testing

@testable import SignInKit

/// The guide's table of failures matches the code.
@Suite struct FailureDocumentationTests {
    private static let sheets: [SheetFailure] = [
        .unknown, .canceled, .invalidResponse, .notHandled, .failed, .notInteractive, .preferSignInWithApple, .noWindow,
        .unexpectedCredential, .unanswered,
    ]
    private static let failures: [SignInFailure] =
        sheets.map { .sheet($0) } + [
            .stateMismatch, .credentialIncomplete, .otherPerson, .otherAccount, .unreachable(retryAfter: nil),
            .attemptExpired, .sessionEnded, .notSignedIn, .storageLocked, .addressRefused, .notSupported,
        ]

    @Test func `the guide has each code once, in this order`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = root.appendingPathComponent("Sources/SignInKit/SignInKit.docc/Failures.md")
        let rows = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
            .filter { $0.hasPrefix("| `") }.compactMap { $0.components(separatedBy: "`").dropFirst().first }
        #expect(rows == Self.failures.map(\.code))
    }

    @Test func `a refusal has the service's code, an unknown number its own`() {
        #expect(SignInFailure.refused(code: "nonce_mismatch", requestID: "r").code == "nonce_mismatch")
        #expect(SignInFailure.sheet(.other(1042)).code == "sheet_1042")
    }
}
