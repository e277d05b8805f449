import Foundation
import SignInKit
import SignInKitTesting
import Testing

/// The texts, without a sign-in.
struct SignInWordsTests {
    @Test func `a person without a given name is greeted, too`() {
        #expect(SignInWords.greeting(SignInAccount(id: "1")) == "Hello")
        let family = PersonName(typedGiven: nil, typedFamily: "Hopper")
        #expect(SignInWords.greeting(SignInAccount(id: "1", name: family)) == "Hello")
    }

    @Test func `an address says whether it was verified and whether Apple relays it`() {
        #expect(SignInWords.address(account(email: nil)) == "No address")
        #expect(SignInWords.address(account(email: "ada@example.com")) == "ada@example.com")
        #expect(
            SignInWords.address(account(email: "ada@example.com", isVerified: false))
                == "ada@example.com (not verified)")
        #expect(
            SignInWords.address(account(email: "x7@privaterelay.appleid.com", isPrivate: true))
                == "x7@privaterelay.appleid.com (relayed by Apple)")
    }

    @Test(arguments: SignInState.examples)
    func `each reason to be signed out has a text, unless the person knows it`(state: SignInState) {
        let notice = SignInWords.notice(SignInStatus(state: state))
        switch state {
        case .signedOut(.notYet), .signedOut(.byPerson): #expect(notice == nil)
        case .signedOut: #expect(notice != nil)
        default: #expect(notice == nil)
        }
    }

    @Test func `who has to remove the app by hand gets the address of Apple's instructions`() {
        let reason = SignedOutReason.accountDeleted(.byHand(address: "https://support.apple.com/102571"))
        let notice = SignInWords.notice(SignInStatus(state: .signedOut(reason)))
        #expect(notice?.contains("https://support.apple.com/102571") == true)
    }

    @Test(
        arguments: [
            .sheet(.unknown), .sheet(.failed), .sheet(.noWindow), .sheet(.unanswered), .stateMismatch,
            .credentialIncomplete, .otherPerson, .otherAccount, .refused(code: "account_held", requestID: "1"),
            .unreachable(retryAfter: nil),
            .attemptExpired, .sessionEnded, .notSignedIn, .storageLocked, .addressRefused, .notSupported,
        ] as [SignInFailure])
    func `each failure shows what happened and what to do`(failure: SignInFailure) throws {
        let notice = try #require(SignInWords.notice(SignInStatus(state: .signedOut(.notYet), failure: failure)))
        let (description, suggestion) = (failure.errorDescription ?? "-", failure.recoverySuggestion ?? "-")
        #expect(notice == description + " " + suggestion)
    }

    @Test func `a failure does not hide why the person is signed out`() {
        let reason = SignInStatus(state: .signedOut(.credentialRevoked))
        let both = SignInStatus(state: .signedOut(.credentialRevoked), failure: .attemptExpired)
        let expected = [SignInWords.notice(reason), SignInWords.failure(.attemptExpired)].compactMap { $0 }
        #expect(SignInWords.notice(both) == expected.joined(separator: "\n"))
    }

    @Test(arguments: SignInState.examples)
    func `only an exchange shows progress instead of the button`(state: SignInState) {
        if case .exchanging = state {
            #expect(SignInWords.progress(state) != nil)
        } else {
            #expect(SignInWords.progress(state) == nil)
        }
    }

    private func account(email: String?, isVerified: Bool = true, isPrivate: Bool = false) -> SignInAccount {
        SignInAccount(
            id: "1", name: nil, email: email, isEmailVerified: isVerified, isPrivateEmail: isPrivate,
            createdAt: Date(timeIntervalSince1970: 0))
    }
}
