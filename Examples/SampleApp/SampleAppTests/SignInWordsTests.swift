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

    @Test func `each question names what it is about`() {
        #expect(SignInWords.question(.example).hasPrefix("Have you been here before?"))
        #expect(SignInWords.question(.exampleKnown) == "Hello, Grace. Add this Apple Account to your account?")
        #expect(SignInWords.question(.exampleMerge).contains("hopper@example.org"))
    }

    @Test func `the settings list logins and devices`() {
        let apple = SignInIdentity(id: "1", issuer: SignInIdentity.apple, canUnlink: true)
        let other = SignInIdentity(id: "2", issuer: "https://accounts.example.com", canUnlink: true)
        #expect(SignInWords.waysToSignIn([]) == "Your password")
        #expect(SignInWords.waysToSignIn([apple, other]) == "Apple Account, https://accounts.example.com")
        #expect(SignInWords.otherLogin([apple, other]) == other && SignInWords.otherLogin([apple]) == nil)
        let now = Date(timeIntervalSince1970: 0)
        func session(_ browser: String?, isCurrent: Bool) -> AccountSession {
            AccountSession(
                id: browser ?? "app", client: "app", platform: "native", browser: browser, isCurrent: isCurrent,
                beganAt: now, renewedAt: now)
        }
        #expect(SignInWords.devices([session(nil, isCurrent: true)]) == "Only this device")
        let both = [session(nil, isCurrent: true), session("Firefox (Windows)", isCurrent: false)]
        #expect(SignInWords.devices(both) == "This device, Firefox (Windows)")
    }

    private func account(email: String?, isVerified: Bool = true, isPrivate: Bool = false) -> SignInAccount {
        SignInAccount(
            id: "1", name: nil, email: email, isEmailVerified: isVerified, isPrivateEmail: isPrivate,
            createdAt: Date(timeIntervalSince1970: 0))
    }
}
