/// Where a session with an offer comes too late, and what changes nothing while an offer is open or answered.
extension LifeCycleIgnored {
    static let offer = """
        unknown             | acceptedWithOffer
        unread              | acceptedWithOffer
        unreadOpening       | acceptedWithOffer
        signedOut           | acceptedWithOffer
        searchOpening       | acceptedWithOffer
        searchSheet         | acceptedWithOffer
        signInOpening       | acceptedWithOffer
        signInSheet         | acceptedWithOffer
        waiting             | acceptedWithOffer
        password            | acceptedWithOffer
        launchCheck         | acceptedWithOffer
        reinstalled         | acceptedWithOffer
        signedIn            | acceptedWithOffer
        passwordPerson      | acceptedWithOffer
        foregroundCheck     | acceptedWithOffer
        confirming          | acceptedWithOffer
        confirmingLater     | acceptedWithOffer
        reinstalledPassword | acceptedWithOffer
        transferOpening     | acceptedWithOffer
        transferSheet       | acceptedWithOffer
        deletionOpening     | acceptedWithOffer
        deletionSheet       | acceptedWithOffer
        erasing             | acceptedWithOffer
        offeringSheet       | acceptedWithOffer
        typedPassword       | acceptedWithOffer
        asking              | acceptedWithOffer
        askingKnown         | acceptedWithOffer
        answering           | acceptedWithOffer
        answeringSession    | acceptedWithOffer
        linkOpening         | acceptedWithOffer
        linkSheet           | acceptedWithOffer
        linkWaiting         | acceptedWithOffer
        merging             | acceptedWithOffer
        answeringMerge      | acceptedWithOffer
        confirmOpening      | acceptedWithOffer
        confirmSheet        | acceptedWithOffer
        confirmingPassword  | acceptedWithOffer
        held                | acceptedWithOffer

        offered             | launch launchUnread background authorized revoked notFound transferred noAnswer
        offered             | aboutSomebodyElse alive ended serviceAway search signIn openedSearch openedSignIn
        offered             | openedTransfer openedDeletion notOpenedSearch notOpenedSignIn notOpenedTransfer
        offered             | notOpenedDeletion openedOther notOpenedOther credential credentialOfOther otherState
        offered             | incomplete password canceled sheetFailed lateSheet lateName accepted otherAccount
        offered             | refused unreachable lateAnswer passwordAccepted passwordFailed otherPasswordFailed
        offered             | retryDue lateRetry deleted notDeleted deletedElsewhere signInAgain sheetOverdue
        offered             | otherSheetOverdue signInLinking signInBadTicket signInOffering nothingFound
        offered             | typedAccepted typedOther typedFailed openedLink openedConfirmation notOpenedLink
        offered             | notOpenedConfirmation asked askedMerge answered answeredOther merged answerRefused
        offered             | questionOver lateOver otherQuestionOverdue held answerHeld appleGone lateAppleGone
        offered             | acceptedWithOffer

        answeringOffer      | launch launchUnread background authorized revoked notFound transferred noAnswer
        answeringOffer      | aboutSomebodyElse alive ended serviceAway search signIn openedSearch openedSignIn
        answeringOffer      | openedTransfer openedDeletion notOpenedSearch notOpenedSignIn notOpenedTransfer
        answeringOffer      | notOpenedDeletion openedOther notOpenedOther credential credentialOfOther otherState
        answeringOffer      | incomplete password canceled sheetFailed lateSheet lateName accepted otherAccount
        answeringOffer      | refused unreachable lateAnswer passwordAccepted passwordFailed otherPasswordFailed
        answeringOffer      | retryDue lateRetry cancel delete deleted notDeleted deletedElsewhere signInAgain
        answeringOffer      | deleteAgain sheetOverdue otherSheetOverdue signInLinking signInBadTicket signInOffering
        answeringOffer      | nothingFound typed typedAccepted typedOther typedFailed adopted link linkAgain upgrade
        answeringOffer      | confirm openedLink openedConfirmation notOpenedLink notOpenedConfirmation asked
        answeringOffer      | askedMerge answerNew answerTicket answerBadTicket answerSession answerMerge lateOver
        answeringOffer      | questionOverdue otherQuestionOverdue held appleGone lateAppleGone acceptedWithOffer
        """
}
