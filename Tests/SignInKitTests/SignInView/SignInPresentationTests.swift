import Foundation
import Testing

@testable import SignInKit

/// The kit's view says why the person is signed out and what did not work, and shows how to go on.
@Suite struct SignInPresentationTests {
    @Test(arguments: SignInState.examples)
    func `each state shows the button, the progress, or nothing`(state: SignInState) {
        let expected: SignInPresentation.Offer =
            switch state {
            case .unknown, .signedOut, .searching, .authorizing: .button
            case .exchanging(.asking): .progress
            case .exchanging(.waiting): .waiting
            case .asking(let question): .question(QuestionPresentation(question))
            case .checking, .signedIn, .linking, .confirming, .transferring, .deleting: .nothing
            }
        #expect(SignInPresentation(SignInStatus(state: state)).offer == expected)
    }

    @Test(
        arguments: [
            (SignedOutReason.notYet, []), (.byPerson, []),
            (
                .credentialRevoked,
                ["You stopped using your Apple Account with this app.", "Sign in again to continue."]
            ),
            (
                .credentialNotFound,
                ["Your Apple Account isn’t signed in to this device anymore, so you were signed out."]
            ),
            (.unconfirmedAfterReinstallation, ["You were signed out.", "Sign in again."]),
            (.sessionEnded, ["You were signed out.", "Sign in again."]),
            (.accountDeleted(.queued), ["Your account was deleted."]),
            (
                .accountDeleted(.byHand(address: "https://support.apple.com/102571")),
                ["Your account was deleted.", "Remove this app from your Apple Account, too."]
            ),
        ] as [(SignedOutReason, [String])])
    func `a person reads why they are signed out, unless they know it`(reason: SignedOutReason, sentences: [String]) {
        #expect(SignInPresentation(SignInStatus(state: .signedOut(reason))).sentences == sentences)
    }

    @Test(arguments: [.unknown, .signedOut(.notYet), .searching, .authorizing] as [SignInState])
    func `a failure is shown in both its sentences`(state: SignInState) {
        let shown = SignInPresentation(SignInStatus(state: state, failure: .attemptExpired))
        #expect(shown.sentences == ["The sign-in took too long.", "Sign in again. Nothing you entered is lost."])
    }

    @Test func `a failure does not hide why the person is signed out`() {
        let shown = SignInPresentation(SignInStatus(state: .signedOut(.credentialRevoked), failure: .notSignedIn))
        #expect(shown.sentences.count == 4)
        #expect(shown.sentences.first == "You stopped using your Apple Account with this app.")
    }

    @Test func `a question has what did not work beside its own sentences, and the app's login`() {
        let failed = SignInStatus(state: .asking(.example), failure: .attemptExpired)
        let question = QuestionPresentation(.example, hasLogin: true, failure: .attemptExpired)
        #expect(SignInPresentation(failed, hasLogin: true).offer == .question(question))
        #expect(SignInPresentation(failed, hasLogin: true).sentences.isEmpty)
    }

    @Test func `who waits for the network reads that, and no failure`() {
        let waiting = SignInStatus(state: .exchanging(.waiting), failure: .unreachable(retryAfter: nil))
        #expect(
            SignInPresentation(waiting).sentences == ["Waiting for the network. Nothing you entered is lost."])
    }

    @Test func `only a page that a browser opens becomes a link`() {
        func page(_ reason: SignedOutReason) -> String? {
            SignInPresentation(SignInStatus(state: .signedOut(reason))).page?.absoluteString
        }
        let apple = "https://support.apple.com/102571"
        #expect(page(.accountDeleted(.byHand(address: apple))) == apple)
        for address in ["http://support.apple.com/102571", "javascript:alert(1)", "tel:1", ""] {
            #expect(page(.accountDeleted(.byHand(address: address))) == nil, "\(address)")
        }
        #expect(page(.accountDeleted(.queued)) == nil)
        #expect(page(.notYet) == nil)
    }
}
