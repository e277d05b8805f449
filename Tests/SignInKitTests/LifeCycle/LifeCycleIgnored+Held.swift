/// What each situation ignores of the decision of the app's backend, and what a person who waits for it ignores.
extension LifeCycleIgnored {
    static let held = """
        unknown             | held answerHeld
        unread              | held answerHeld
        signedOut           | held answerHeld
        searchOpening       | held answerHeld
        searchSheet         | held answerHeld
        signInOpening       | held answerHeld
        signInSheet         | held answerHeld
        sending             | answerHeld
        waiting             | held answerHeld
        password            | held answerHeld
        launchCheck         | held answerHeld
        reinstalled         | held answerHeld
        signedIn            | held answerHeld
        passwordPerson      | held answerHeld
        foregroundCheck     | held answerHeld
        confirming          | held answerHeld
        confirmingLater     | held answerHeld
        reinstalledPassword | held answerHeld
        transferOpening     | held answerHeld
        transferSheet       | held answerHeld
        transferSending     | answerHeld
        deletionOpening     | held answerHeld
        deletionSheet       | held answerHeld
        deletionSending     | answerHeld
        erasing             | held answerHeld
        offeringSheet       | held answerHeld
        typedPassword       | held answerHeld
        asking              | held answerHeld
        askingKnown         | held answerHeld
        answering           | held
        answeringSession    | held
        linkOpening         | held answerHeld
        linkSheet           | held answerHeld
        linkSending         | answerHeld
        linkWaiting         | held answerHeld
        merging             | held answerHeld
        answeringMerge      | held
        confirmOpening      | held answerHeld
        confirmSheet        | held answerHeld
        confirmSending      | answerHeld
        confirmingPassword  | held answerHeld

        held                | launch launchUnread background signal authorized revoked notFound transferred noAnswer
        held                | aboutSomebodyElse alive ended serviceAway sessionEnded renamed search openedSearch
        held                | openedSignIn openedTransfer openedDeletion notOpenedSearch notOpenedSignIn
        held                | notOpenedTransfer notOpenedDeletion openedOther notOpenedOther credential
        held                | credentialOfOther otherState incomplete password canceled sheetFailed lateSheet
        held                | lateName accepted otherAccount refused unreachable lateAnswer passwordAccepted
        held                | passwordFailed otherPasswordFailed retryDue lateRetry delete deleted notDeleted
        held                | deletedElsewhere deleteAgain sheetOverdue otherSheetOverdue signedOutElsewhere
        held                | nothingFound typedAccepted typedOther typedFailed link linkAgain upgrade confirm
        held                | openedLink openedConfirmation notOpenedLink notOpenedConfirmation asked askedMerge
        held                | answerNew answerTicket answerBadTicket answerSession answerMerge answered
        held                | answeredOther merged answerRefused questionOver lateOver questionOverdue
        held                | otherQuestionOverdue held answerHeld
        """
}
