import Testing

@testable import SignInKit

/// A page about the account shows a progress, its content, or what did not work.
@Suite struct AccountContentTests {
    @Test func `a page that failed before it was read offers to try again`() {
        var content = AccountContent<[Int]>()
        #expect(content.isReading && !content.isMissing && content.notice == nil)
        content.failure = .attemptExpired
        #expect(!content.isReading && content.isMissing)
        #expect(content.notice == "The sign-in took too long.\nSign in again. Nothing you entered is lost.")
    }

    @Test func `a page that was read shows its content`() {
        let content = AccountContent(read: [1])
        #expect(!content.isReading && !content.isMissing && content.notice == nil)
    }

    @Test func `a change that failed leaves the content where it is`() {
        let content = AccountContent(read: [1], failure: .attemptExpired)
        #expect(!content.isReading && !content.isMissing && content.notice != nil)
    }

    @Test func `the page is read anew for another person, and after a question`() {
        let other = SignedInPerson(
            account: SignInAccount(id: "account-2"), appleUser: nil, signedInAt: Sample.start)
        let key = AccountPageKey(.signedIn(.example))
        #expect(key == AccountPageKey(.linking(.example)))
        #expect(key != AccountPageKey(.signedIn(other)))
        #expect(key != AccountPageKey(.asking(.exampleMerge)))
    }

    @Test(arguments: SignInState.examples)
    func `no second change of the account begins during the first`(state: SignInState) {
        let expected =
            switch state {
            case .linking, .confirming, .transferring, .deleting: true
            default: false
            }
        #expect(state.isChangingAccount == expected)
    }
}
