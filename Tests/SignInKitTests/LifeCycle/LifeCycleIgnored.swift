/// What each situation ignores. Answers may come late, and people tap twice, so an event that does not fit changes
/// nothing. A new event has to be decided for each situation: here, or in ``LifeCycleTable``.
enum LifeCycleIgnored {
    static let text = """
        unknown             | foreground signal authorized revoked notFound transferred noAnswer aboutSomebodyElse
        unknown             | alive ended serviceAway sessionEnded renamed search signIn openedSearch openedSignIn
        unknown             | openedTransfer openedDeletion notOpenedSearch notOpenedSignIn notOpenedTransfer
        unknown             | notOpenedDeletion credential credentialOfOther otherState incomplete password
        unknown             | canceled sheetFailed lateSheet accepted otherAccount refused unreachable lateAnswer
        unknown             | passwordAccepted passwordFailed retryDue lateRetry cancel signOut delete deleted
        unknown             | notDeleted deletedElsewhere signInAgain deleteAgain foregroundLater sheetOverdue
        unknown             | otherSheetOverdue signedInElsewhere signedOutElsewhere
        unknown             | background openedOther notOpenedOther lateName otherPasswordFailed

        signedOut           | launch foreground signal authorized revoked notFound transferred noAnswer
        signedOut           | aboutSomebodyElse alive ended serviceAway sessionEnded renamed openedSearch
        signedOut           | openedSignIn openedTransfer openedDeletion notOpenedSearch notOpenedSignIn
        signedOut           | notOpenedTransfer notOpenedDeletion credential credentialOfOther otherState
        signedOut           | incomplete password canceled sheetFailed lateSheet accepted otherAccount refused
        signedOut           | unreachable lateAnswer passwordAccepted passwordFailed retryDue lateRetry cancel
        signedOut           | signOut delete deleted notDeleted deletedElsewhere deleteAgain foregroundLater
        signedOut           | sheetOverdue otherSheetOverdue signedOutElsewhere
        signedOut           | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        unread              | foreground signal authorized revoked notFound transferred noAnswer aboutSomebodyElse
        unread              | alive ended serviceAway sessionEnded renamed openedSearch openedSignIn openedTransfer
        unread              | openedDeletion notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion
        unread              | credential credentialOfOther otherState incomplete password canceled sheetFailed
        unread              | lateSheet accepted otherAccount refused unreachable lateAnswer passwordAccepted
        unread              | passwordFailed retryDue lateRetry cancel signOut delete deleted notDeleted
        unread              | deletedElsewhere deleteAgain foregroundLater sheetOverdue otherSheetOverdue
        unread              | signedOutElsewhere signedInElsewhere launchUnread background openedOther notOpenedOther
        unread              | lateName otherPasswordFailed

        unreadOpening       | launch launchUnread foreground background signal authorized revoked notFound
        unreadOpening       | transferred noAnswer aboutSomebodyElse alive ended serviceAway sessionEnded renamed
        unreadOpening       | search signIn openedSearch openedTransfer openedDeletion notOpenedSearch
        unreadOpening       | notOpenedTransfer notOpenedDeletion openedOther notOpenedOther credential
        unreadOpening       | credentialOfOther otherState incomplete password canceled sheetFailed lateSheet
        unreadOpening       | lateName accepted otherAccount refused unreachable lateAnswer passwordAccepted
        unreadOpening       | passwordFailed otherPasswordFailed retryDue lateRetry delete deleted notDeleted
        unreadOpening       | deletedElsewhere signInAgain deleteAgain foregroundLater sheetOverdue
        unreadOpening       | otherSheetOverdue signedInElsewhere signedOutElsewhere signInOffering nothingFound
        unreadOpening       | typedAccepted typedOther typedFailed link linkAgain upgrade confirm openedLink
        unreadOpening       | openedConfirmation notOpenedLink notOpenedConfirmation asked askedMerge answerNew
        unreadOpening       | answerTicket answerBadTicket answerSession answerMerge answered answeredOther merged
        unreadOpening       | answerRefused questionOver lateOver questionOverdue otherQuestionOverdue held
        unreadOpening       | answerHeld appleGone lateAppleGone appleGoneElsewhere

        searchOpening       | launch foreground signal authorized revoked notFound transferred noAnswer
        searchOpening       | aboutSomebodyElse alive ended serviceAway sessionEnded renamed search openedSignIn
        searchOpening       | openedTransfer openedDeletion notOpenedSignIn notOpenedTransfer notOpenedDeletion
        searchOpening       | credential credentialOfOther otherState incomplete password canceled sheetFailed
        searchOpening       | lateSheet accepted otherAccount refused unreachable lateAnswer passwordAccepted
        searchOpening       | passwordFailed retryDue lateRetry delete deleted notDeleted deletedElsewhere
        searchOpening       | deleteAgain foregroundLater sheetOverdue otherSheetOverdue signedOutElsewhere
        searchOpening       | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        searchSheet         | launch foreground signal authorized revoked notFound transferred noAnswer
        searchSheet         | aboutSomebodyElse alive ended serviceAway sessionEnded renamed search openedSearch
        searchSheet         | openedSignIn openedTransfer openedDeletion notOpenedSearch notOpenedSignIn
        searchSheet         | notOpenedTransfer notOpenedDeletion lateSheet accepted otherAccount refused
        searchSheet         | unreachable lateAnswer passwordAccepted passwordFailed retryDue lateRetry delete
        searchSheet         | deleted notDeleted deletedElsewhere deleteAgain otherSheetOverdue signedOutElsewhere
        searchSheet         | launchUnread openedOther notOpenedOther lateName otherPasswordFailed

        signInOpening       | launch foreground signal authorized revoked notFound transferred noAnswer
        signInOpening       | aboutSomebodyElse alive ended serviceAway sessionEnded renamed search signIn
        signInOpening       | openedSearch openedTransfer openedDeletion notOpenedSearch notOpenedTransfer
        signInOpening       | notOpenedDeletion credential credentialOfOther otherState incomplete password
        signInOpening       | canceled sheetFailed lateSheet accepted otherAccount refused unreachable lateAnswer
        signInOpening       | passwordAccepted passwordFailed retryDue lateRetry delete deleted notDeleted
        signInOpening       | deletedElsewhere signInAgain deleteAgain foregroundLater sheetOverdue
        signInOpening       | otherSheetOverdue signedOutElsewhere
        signInOpening       | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        signInSheet         | launch foreground signal authorized revoked notFound transferred noAnswer
        signInSheet         | aboutSomebodyElse alive ended serviceAway sessionEnded renamed search signIn
        signInSheet         | openedSearch openedSignIn openedTransfer openedDeletion notOpenedSearch
        signInSheet         | notOpenedSignIn notOpenedTransfer notOpenedDeletion lateSheet accepted otherAccount
        signInSheet         | refused unreachable lateAnswer passwordAccepted passwordFailed retryDue lateRetry
        signInSheet         | delete deleted notDeleted deletedElsewhere deleteAgain otherSheetOverdue
        signInSheet         | signedOutElsewhere
        signInSheet         | launchUnread openedOther notOpenedOther lateName otherPasswordFailed

        sending             | launch foreground signal authorized revoked notFound transferred noAnswer
        sending             | aboutSomebodyElse alive ended serviceAway sessionEnded renamed search signIn
        sending             | openedSearch openedSignIn openedTransfer openedDeletion notOpenedSearch
        sending             | notOpenedSignIn notOpenedTransfer notOpenedDeletion credential credentialOfOther
        sending             | otherState incomplete password canceled sheetFailed lateSheet lateAnswer
        sending             | passwordAccepted passwordFailed retryDue lateRetry delete deleted notDeleted
        sending             | deletedElsewhere signInAgain deleteAgain foregroundLater sheetOverdue
        sending             | otherSheetOverdue signedInElsewhere signedOutElsewhere
        sending             | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        waiting             | launch signal authorized revoked notFound transferred noAnswer aboutSomebodyElse
        waiting             | alive ended serviceAway sessionEnded renamed search openedSearch openedSignIn
        waiting             | openedTransfer openedDeletion notOpenedSearch notOpenedSignIn notOpenedTransfer
        waiting             | notOpenedDeletion credential credentialOfOther otherState incomplete password
        waiting             | canceled sheetFailed lateSheet accepted otherAccount refused unreachable lateAnswer
        waiting             | passwordAccepted passwordFailed lateRetry delete deleted notDeleted deletedElsewhere
        waiting             | deleteAgain sheetOverdue otherSheetOverdue signedOutElsewhere
        waiting             | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        password            | launch foreground signal authorized revoked notFound transferred noAnswer
        password            | aboutSomebodyElse alive ended serviceAway sessionEnded renamed search signIn
        password            | openedSearch openedSignIn openedTransfer openedDeletion notOpenedSearch
        password            | notOpenedSignIn notOpenedTransfer notOpenedDeletion credential credentialOfOther
        password            | otherState incomplete password canceled sheetFailed lateSheet accepted otherAccount
        password            | refused unreachable lateAnswer retryDue lateRetry delete deleted notDeleted
        password            | deletedElsewhere signInAgain deleteAgain foregroundLater sheetOverdue
        password            | otherSheetOverdue signedInElsewhere signedOutElsewhere
        password            | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        launchCheck         | launch foreground signal aboutSomebodyElse alive ended serviceAway search signIn
        launchCheck         | openedSearch openedSignIn openedTransfer openedDeletion notOpenedSearch
        launchCheck         | notOpenedSignIn notOpenedTransfer notOpenedDeletion credential credentialOfOther
        launchCheck         | otherState incomplete password canceled sheetFailed lateSheet accepted otherAccount
        launchCheck         | refused unreachable lateAnswer passwordAccepted passwordFailed retryDue lateRetry
        launchCheck         | cancel deleted notDeleted deletedElsewhere signInAgain foregroundLater sheetOverdue
        launchCheck         | otherSheetOverdue
        launchCheck         | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        reinstalled         | launch foreground signal aboutSomebodyElse alive ended serviceAway search signIn
        reinstalled         | openedSearch openedSignIn openedTransfer openedDeletion notOpenedSearch
        reinstalled         | notOpenedSignIn notOpenedTransfer notOpenedDeletion credential credentialOfOther
        reinstalled         | otherState incomplete password canceled sheetFailed lateSheet accepted otherAccount
        reinstalled         | refused unreachable lateAnswer passwordAccepted passwordFailed retryDue lateRetry
        reinstalled         | cancel deleted notDeleted deletedElsewhere signInAgain foregroundLater sheetOverdue
        reinstalled         | otherSheetOverdue
        reinstalled         | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        signedIn            | launch authorized revoked notFound transferred noAnswer aboutSomebodyElse alive ended
        signedIn            | serviceAway search signIn openedSearch openedSignIn openedTransfer openedDeletion
        signedIn            | notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion credential
        signedIn            | credentialOfOther otherState incomplete password canceled sheetFailed lateSheet
        signedIn            | accepted otherAccount refused unreachable lateAnswer passwordAccepted passwordFailed
        signedIn            | retryDue lateRetry cancel deleted notDeleted deletedElsewhere signInAgain
        signedIn            | sheetOverdue otherSheetOverdue
        signedIn            | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        passwordPerson      | launch foreground signal authorized revoked notFound transferred noAnswer
        passwordPerson      | aboutSomebodyElse alive ended serviceAway search signIn openedSearch openedSignIn
        passwordPerson      | openedTransfer openedDeletion notOpenedSearch notOpenedSignIn notOpenedTransfer
        passwordPerson      | notOpenedDeletion credential credentialOfOther otherState incomplete password
        passwordPerson      | canceled sheetFailed lateSheet accepted otherAccount refused unreachable lateAnswer
        passwordPerson      | passwordAccepted passwordFailed retryDue lateRetry cancel deleted notDeleted
        passwordPerson      | deletedElsewhere signInAgain foregroundLater sheetOverdue otherSheetOverdue
        passwordPerson      | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        foregroundCheck     | launch foreground signal aboutSomebodyElse alive ended serviceAway search signIn
        foregroundCheck     | openedSearch openedSignIn openedTransfer openedDeletion notOpenedSearch
        foregroundCheck     | notOpenedSignIn notOpenedTransfer notOpenedDeletion credential credentialOfOther
        foregroundCheck     | otherState incomplete password canceled sheetFailed lateSheet accepted otherAccount
        foregroundCheck     | refused unreachable lateAnswer passwordAccepted passwordFailed retryDue lateRetry
        foregroundCheck     | cancel deleted notDeleted deletedElsewhere signInAgain foregroundLater sheetOverdue
        foregroundCheck     | otherSheetOverdue
        foregroundCheck     | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        confirming          | launch foreground signal authorized revoked notFound transferred noAnswer
        confirming          | aboutSomebodyElse search signIn openedSearch openedSignIn openedTransfer
        confirming          | openedDeletion notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion
        confirming          | credential credentialOfOther otherState incomplete password canceled sheetFailed
        confirming          | lateSheet accepted otherAccount refused unreachable lateAnswer passwordAccepted
        confirming          | passwordFailed retryDue lateRetry cancel deleted notDeleted deletedElsewhere
        confirming          | signInAgain foregroundLater sheetOverdue otherSheetOverdue
        confirming          | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        confirmingLater     | launch foreground signal authorized revoked notFound transferred noAnswer
        confirmingLater     | aboutSomebodyElse search signIn openedSearch openedSignIn openedTransfer
        confirmingLater     | openedDeletion notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion
        confirmingLater     | credential credentialOfOther otherState incomplete password canceled sheetFailed
        confirmingLater     | lateSheet accepted otherAccount refused unreachable lateAnswer passwordAccepted
        confirmingLater     | passwordFailed retryDue lateRetry cancel deleted notDeleted deletedElsewhere
        confirmingLater     | signInAgain foregroundLater sheetOverdue otherSheetOverdue
        confirmingLater     | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        reinstalledPassword | launch foreground signal authorized revoked notFound transferred noAnswer
        reinstalledPassword | aboutSomebodyElse search signIn openedSearch openedSignIn openedTransfer
        reinstalledPassword | openedDeletion notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion
        reinstalledPassword | credential credentialOfOther otherState incomplete password canceled sheetFailed
        reinstalledPassword | lateSheet accepted otherAccount refused unreachable lateAnswer passwordAccepted
        reinstalledPassword | passwordFailed retryDue lateRetry cancel deleted notDeleted deletedElsewhere
        reinstalledPassword | signInAgain foregroundLater sheetOverdue otherSheetOverdue
        reinstalledPassword | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        transferOpening     | launch authorized revoked notFound transferred noAnswer aboutSomebodyElse alive ended
        transferOpening     | serviceAway search signIn openedSearch openedSignIn openedDeletion notOpenedSearch
        transferOpening     | notOpenedSignIn notOpenedDeletion credential credentialOfOther otherState incomplete
        transferOpening     | password canceled sheetFailed lateSheet accepted otherAccount refused unreachable
        transferOpening     | lateAnswer passwordAccepted passwordFailed retryDue lateRetry deleted notDeleted
        transferOpening     | deletedElsewhere signInAgain sheetOverdue otherSheetOverdue
        transferOpening     | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        transferSheet       | launch authorized revoked notFound transferred noAnswer aboutSomebodyElse alive ended
        transferSheet       | serviceAway search signIn openedSearch openedSignIn openedTransfer openedDeletion
        transferSheet       | notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion lateSheet
        transferSheet       | accepted otherAccount refused unreachable lateAnswer passwordAccepted passwordFailed
        transferSheet       | retryDue lateRetry deleted notDeleted deletedElsewhere signInAgain otherSheetOverdue
        transferSheet       | launchUnread openedOther notOpenedOther lateName otherPasswordFailed

        transferSending     | launch authorized revoked notFound transferred noAnswer aboutSomebodyElse alive ended
        transferSending     | serviceAway search signIn openedSearch openedSignIn openedTransfer openedDeletion
        transferSending     | notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion credential
        transferSending     | credentialOfOther otherState incomplete password canceled sheetFailed lateSheet
        transferSending     | lateAnswer passwordAccepted passwordFailed retryDue lateRetry delete deleted
        transferSending     | notDeleted deletedElsewhere signInAgain deleteAgain sheetOverdue otherSheetOverdue
        transferSending     | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        deletionOpening     | launch authorized revoked notFound transferred noAnswer aboutSomebodyElse alive ended
        deletionOpening     | serviceAway search signIn openedSearch openedSignIn openedTransfer notOpenedSearch
        deletionOpening     | notOpenedSignIn notOpenedTransfer credential credentialOfOther otherState incomplete
        deletionOpening     | password canceled sheetFailed lateSheet accepted otherAccount refused unreachable
        deletionOpening     | lateAnswer passwordAccepted passwordFailed retryDue lateRetry delete deleted
        deletionOpening     | notDeleted deletedElsewhere signInAgain deleteAgain sheetOverdue otherSheetOverdue
        deletionOpening     | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        deletionSheet       | launch authorized revoked notFound transferred noAnswer aboutSomebodyElse alive ended
        deletionSheet       | serviceAway search signIn openedSearch openedSignIn openedTransfer openedDeletion
        deletionSheet       | notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion lateSheet
        deletionSheet       | accepted otherAccount refused unreachable lateAnswer passwordAccepted passwordFailed
        deletionSheet       | retryDue lateRetry delete deleted notDeleted deletedElsewhere signInAgain
        deletionSheet       | otherSheetOverdue
        deletionSheet       | launchUnread openedOther notOpenedOther lateName otherPasswordFailed

        deletionSending     | launch authorized revoked notFound transferred noAnswer aboutSomebodyElse alive ended
        deletionSending     | serviceAway search signIn openedSearch openedSignIn openedTransfer openedDeletion
        deletionSending     | notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion credential
        deletionSending     | credentialOfOther otherState incomplete password canceled sheetFailed lateSheet
        deletionSending     | lateAnswer passwordAccepted passwordFailed retryDue lateRetry delete deleted
        deletionSending     | notDeleted deletedElsewhere signInAgain deleteAgain sheetOverdue otherSheetOverdue
        deletionSending     | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed

        erasing             | launch foreground signal authorized revoked notFound transferred noAnswer
        erasing             | aboutSomebodyElse alive ended serviceAway search signIn openedSearch openedSignIn
        erasing             | openedTransfer openedDeletion notOpenedSearch notOpenedSignIn notOpenedTransfer
        erasing             | notOpenedDeletion credential credentialOfOther otherState incomplete password
        erasing             | canceled sheetFailed lateSheet accepted otherAccount refused unreachable lateAnswer
        erasing             | passwordAccepted passwordFailed retryDue lateRetry cancel signOut delete signInAgain
        erasing             | deleteAgain foregroundLater sheetOverdue otherSheetOverdue signedInElsewhere
        erasing             | signedOutElsewhere
        erasing             | launchUnread background openedOther notOpenedOther lateName otherPasswordFailed
        """
}
