/// Where the end of the last way to sign in with an Apple Account changes nothing: nobody is signed in, or not with one, or
/// something is under way with it, or they have signed in since.
extension LifeCycleIgnored {
    static let ways = """
        unknown             | appleGone lateAppleGone appleGoneElsewhere
        unread              | appleGone lateAppleGone appleGoneElsewhere
        signedOut           | appleGone lateAppleGone
        searchOpening       | appleGone lateAppleGone
        searchSheet         | appleGone lateAppleGone
        signInOpening       | appleGone lateAppleGone
        signInSheet         | appleGone lateAppleGone
        sending             | appleGone lateAppleGone appleGoneElsewhere
        waiting             | appleGone lateAppleGone
        password            | appleGone lateAppleGone appleGoneElsewhere
        launchCheck         | lateAppleGone
        reinstalled         | appleGone lateAppleGone appleGoneElsewhere
        signedIn            | lateAppleGone
        passwordPerson      | appleGone lateAppleGone
        foregroundCheck     | lateAppleGone
        confirming          | appleGone lateAppleGone
        confirmingLater     | appleGone lateAppleGone appleGoneElsewhere
        reinstalledPassword | appleGone lateAppleGone
        transferOpening     | appleGone lateAppleGone appleGoneElsewhere
        transferSheet       | appleGone lateAppleGone appleGoneElsewhere
        transferSending     | appleGone lateAppleGone appleGoneElsewhere
        deletionOpening     | appleGone lateAppleGone appleGoneElsewhere
        deletionSheet       | appleGone lateAppleGone appleGoneElsewhere
        deletionSending     | appleGone lateAppleGone appleGoneElsewhere
        erasing             | appleGone lateAppleGone appleGoneElsewhere
        offeringSheet       | appleGone lateAppleGone
        typedPassword       | appleGone lateAppleGone appleGoneElsewhere
        asking              | appleGone lateAppleGone
        askingKnown         | appleGone lateAppleGone
        answering           | appleGone lateAppleGone appleGoneElsewhere
        answeringSession    | appleGone lateAppleGone
        linkOpening         | appleGone lateAppleGone appleGoneElsewhere
        linkSheet           | appleGone lateAppleGone appleGoneElsewhere
        linkSending         | appleGone lateAppleGone appleGoneElsewhere
        linkWaiting         | appleGone lateAppleGone appleGoneElsewhere
        merging             | appleGone lateAppleGone appleGoneElsewhere
        answeringMerge      | appleGone lateAppleGone appleGoneElsewhere
        confirmOpening      | appleGone lateAppleGone appleGoneElsewhere
        confirmSheet        | appleGone lateAppleGone appleGoneElsewhere
        confirmSending      | appleGone lateAppleGone appleGoneElsewhere
        confirmingPassword  | appleGone lateAppleGone appleGoneElsewhere
        held                | appleGone lateAppleGone
        """
}
