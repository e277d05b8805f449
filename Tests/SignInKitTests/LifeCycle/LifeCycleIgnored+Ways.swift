/// Where the end of the last way to sign in with an Apple Account changes nothing: nobody is signed in, or not with one, or
/// something is under way with it, or they have signed in since.
extension LifeCycleIgnored {
    static let ways = """
        unknown             | appleGone lateAppleGone
        unread              | appleGone lateAppleGone
        signedOut           | appleGone lateAppleGone
        searchOpening       | appleGone lateAppleGone
        searchSheet         | appleGone lateAppleGone
        signInOpening       | appleGone lateAppleGone
        signInSheet         | appleGone lateAppleGone
        sending             | appleGone lateAppleGone
        waiting             | appleGone lateAppleGone
        password            | appleGone lateAppleGone
        launchCheck         | lateAppleGone
        reinstalled         | appleGone lateAppleGone
        signedIn            | lateAppleGone
        passwordPerson      | appleGone lateAppleGone
        foregroundCheck     | lateAppleGone
        confirming          | appleGone lateAppleGone
        confirmingLater     | appleGone lateAppleGone
        reinstalledPassword | appleGone lateAppleGone
        transferOpening     | appleGone lateAppleGone
        transferSheet       | appleGone lateAppleGone
        transferSending     | appleGone lateAppleGone
        deletionOpening     | appleGone lateAppleGone
        deletionSheet       | appleGone lateAppleGone
        deletionSending     | appleGone lateAppleGone
        erasing             | appleGone lateAppleGone
        offeringSheet       | appleGone lateAppleGone
        typedPassword       | appleGone lateAppleGone
        asking              | appleGone lateAppleGone
        askingKnown         | appleGone lateAppleGone
        answering           | appleGone lateAppleGone
        answeringSession    | appleGone lateAppleGone
        linkOpening         | appleGone lateAppleGone
        linkSheet           | appleGone lateAppleGone
        linkSending         | appleGone lateAppleGone
        linkWaiting         | appleGone lateAppleGone
        merging             | appleGone lateAppleGone
        answeringMerge      | appleGone lateAppleGone
        confirmOpening      | appleGone lateAppleGone
        confirmSheet        | appleGone lateAppleGone
        confirmSending      | appleGone lateAppleGone
        confirmingPassword  | appleGone lateAppleGone
        held                | appleGone lateAppleGone
        """
}
