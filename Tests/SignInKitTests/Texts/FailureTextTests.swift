import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// A person reads what happened and what to do, and nothing that a server wrote.
@Suite struct FailureTextTests {
    @Test func `every code of the guide has a text that says what happened and what to do`() throws {
        let guide = try Repository.text("Sources/SignInKit/SignInKit.docc/Failures.md")
        let codes = guide.components(separatedBy: "\n").filter { $0.hasPrefix("| `") }
            .compactMap { $0.components(separatedBy: "`").dropFirst().first }
        #expect(Set(codes) == Set(SignInFailure.samples.map(\.code)))
        for failure in SignInFailure.samples + [.sheet(.other(1042)), .unreachable(retryAfter: 30)] {
            let description = try #require(failure.errorDescription)
            let suggestion = try #require(failure.recoverySuggestion)
            #expect(!description.isEmpty && !suggestion.isEmpty && description != suggestion, "\(failure.code)")
            #expect((failure as any Error).localizedDescription == description)
            #expect(FailureText.all.contains(failure.text), "\(failure.code)")
        }
    }

    @Test func `each text is in the list once, and some failure has it`() {
        #expect(Set(FailureText.all.map(\.name)).count == FailureText.all.count)
        let failures =
            SignInFailure.samples + [
                .unreachable(retryAfter: 30), .refused(code: "other", requestID: ""),
                .refused(code: "other", requestID: "r"),
            ]
        #expect(Set(FailureText.all) == Set(failures.map(\.text)).union(FailureText.ofRefusals.values))
    }

    @Test func `a code with a text of its own is one of the service`() throws {
        // What is wrong with a new password is named where it is judged.
        let catalogue = try ["SignInFlows/Environment/Refusals", "PasswordHashing/Rules"]
            .flatMap { try Repository.sources(below: "Programs/Service/" + $0).values }.joined(separator: "\n")
        for code in FailureText.ofRefusals.keys {
            #expect(catalogue.contains("\"\(code)\""), "\(code)")
        }
    }

    @Test func `every code that ends the session has a text of its own`() {
        for code in APIError.Code.allCases where code.endsSession {
            #expect(FailureText.ofRefusals[code.rawValue] != nil, "\(code.rawValue)")
        }
    }

    @Test func `a refusal has the text of its code`() {
        let expected: [String: FailureText] = [
            "account_disabled": .accountDisabled, "account_held": .accountHeld, "proof_required": .proofRequired,
            "password_wrong": .passwordWrong,
            "rate_limited": .rateLimited, "password_delayed": .rateLimited, "attempt_used": .attemptOver,
            "fresh_sign_in_required": .freshSignInRequired, "session_expired": .sessionEnded,
            "nonce_mismatch": .refusedWithReference, "person_not_known": .personNotKnown,
            "person_not_invited": .personNotInvited, "address_hidden": .addressHidden,
        ]
        for (code, text) in expected {
            #expect(SignInFailure.refused(code: code, requestID: "4f0a91c2d7b3e658").text == text, "\(code)")
        }
    }

    @Test func `a storage that is locked is no fault of the service`() {
        #expect(SignInFailure.storageLocked.recoverySuggestion?.contains("Unlock") == true)
        #expect(SignInFailure.storageLocked.text != SignInFailure.unreachable(retryAfter: 1).text)
    }

    @Test func `after a refusal that a person cannot influence, the suggestion names the request`() {
        let failure = SignInFailure.refused(code: "nonce_mismatch", requestID: "4f0a91c2d7b3e658")
        #expect(failure.recoverySuggestion?.contains("4f0a91c2d7b3e658") == true)
        #expect(failure.recoverySuggestion?.contains("%@") == false)
        #expect(failure.errorDescription?.contains("nonce") == false)
    }

    @Test(arguments: ["a", "az-AZ_09", String(repeating: "f", count: 64)])
    func `a request id of up to 64 letters, digits, hyphens and underscores is shown`(id: String) {
        let failure = SignInFailure.refused(code: "nonce_mismatch", requestID: id)
        #expect(failure.text == .refusedWithReference)
        #expect(failure.recoverySuggestion?.contains("reference \(id).") == true)
    }

    @Test(arguments: [
        "", "call +1 555 0100", "https://evil.example", "a\nb", "id%@", "ünï", String(repeating: "a", count: 65),
    ])
    func `a request id that does not look like one is not shown`(id: String) {
        let failure = SignInFailure.refused(code: "nonce_mismatch", requestID: id)
        #expect(failure.text == .refused)
        let unnumbered = SignInFailure.refused(code: "nonce_mismatch", requestID: "")
        #expect(failure.recoverySuggestion == unnumbered.recoverySuggestion)
    }

    @Test func `the code that a server sends is not shown`() {
        let failure = SignInFailure.refused(code: "Your account was hacked", requestID: "r")
        #expect(failure.text == .refusedWithReference)
        #expect(failure.errorDescription?.contains("hacked") == false)
        #expect(failure.recoverySuggestion?.contains("hacked") == false)
    }
}

extension SignInFailure {
    private static let sheets: [SheetFailure] = [
        .unknown, .canceled, .invalidResponse, .notHandled, .failed, .notInteractive, .preferSignInWithApple, .noWindow,
        .unexpectedCredential, .unanswered,
    ]

    /// Every failure once. The test of the guide's codes fails if a new one is missing here.
    fileprivate static let samples: [SignInFailure] =
        sheets.map { .sheet($0) } + [
            .stateMismatch, .credentialIncomplete, .otherPerson, .otherAccount, .unreachable(retryAfter: nil),
            .attemptExpired, .sessionEnded, .notSignedIn, .storageLocked, .addressRefused, .notSupported,
        ]
}
