/// What each situation ignores. Answers may come late, and people tap twice, so an event that does not fit changes
/// nothing. A new event has to be decided for each situation: here, or in ``LifeCycleTable``.
enum LifeCycleIgnored {
    static let text = """
        unknown         | foreground signal authorized revoked notFound transferred noAnswer aboutSomebodyElse
        unknown         | alive ended serviceAway sessionEnded renamed search signIn openedSearch openedSignIn
        unknown         | openedTransfer openedDeletion notOpenedSearch notOpenedSignIn notOpenedTransfer
        unknown         | notOpenedDeletion credential credentialOfOther otherState incomplete password canceled
        unknown         | sheetFailed lateSheet accepted otherAccount refused unreachable lateAnswer
        unknown         | passwordAccepted passwordFailed retryDue lateRetry cancel signOut delete deleted
        unknown         | notDeleted deletedElsewhere

        signedOut       | launch foreground signal authorized revoked notFound transferred noAnswer
        signedOut       | aboutSomebodyElse alive ended serviceAway sessionEnded renamed openedSearch openedSignIn
        signedOut       | openedTransfer openedDeletion notOpenedSearch notOpenedSignIn notOpenedTransfer
        signedOut       | notOpenedDeletion credential credentialOfOther otherState incomplete password canceled
        signedOut       | sheetFailed lateSheet accepted otherAccount refused unreachable lateAnswer
        signedOut       | passwordAccepted passwordFailed retryDue lateRetry cancel signOut delete deleted
        signedOut       | notDeleted deletedElsewhere

        searchOpening   | launch foreground signal authorized revoked notFound transferred noAnswer
        searchOpening   | aboutSomebodyElse alive ended serviceAway sessionEnded renamed search openedSignIn
        searchOpening   | openedTransfer openedDeletion notOpenedSignIn notOpenedTransfer notOpenedDeletion
        searchOpening   | credential credentialOfOther otherState incomplete password canceled sheetFailed
        searchOpening   | lateSheet accepted otherAccount refused unreachable lateAnswer passwordAccepted
        searchOpening   | passwordFailed retryDue lateRetry delete deleted notDeleted deletedElsewhere

        searchSheet     | launch foreground signal authorized revoked notFound transferred noAnswer
        searchSheet     | aboutSomebodyElse alive ended serviceAway sessionEnded renamed search openedSearch
        searchSheet     | openedSignIn openedTransfer openedDeletion notOpenedSearch notOpenedSignIn
        searchSheet     | notOpenedTransfer notOpenedDeletion lateSheet accepted otherAccount refused unreachable
        searchSheet     | lateAnswer passwordAccepted passwordFailed retryDue lateRetry delete deleted notDeleted
        searchSheet     | deletedElsewhere

        signInOpening   | launch foreground signal authorized revoked notFound transferred noAnswer
        signInOpening   | aboutSomebodyElse alive ended serviceAway sessionEnded renamed search signIn
        signInOpening   | openedSearch openedTransfer openedDeletion notOpenedSearch notOpenedTransfer
        signInOpening   | notOpenedDeletion credential credentialOfOther otherState incomplete password canceled
        signInOpening   | sheetFailed lateSheet accepted otherAccount refused unreachable lateAnswer
        signInOpening   | passwordAccepted passwordFailed retryDue lateRetry delete deleted notDeleted
        signInOpening   | deletedElsewhere

        signInSheet     | launch foreground signal authorized revoked notFound transferred noAnswer
        signInSheet     | aboutSomebodyElse alive ended serviceAway sessionEnded renamed search signIn
        signInSheet     | openedSearch openedSignIn openedTransfer openedDeletion notOpenedSearch notOpenedSignIn
        signInSheet     | notOpenedTransfer notOpenedDeletion lateSheet accepted otherAccount refused unreachable
        signInSheet     | lateAnswer passwordAccepted passwordFailed retryDue lateRetry delete deleted notDeleted
        signInSheet     | deletedElsewhere

        sending         | launch foreground signal authorized revoked notFound transferred noAnswer
        sending         | aboutSomebodyElse alive ended serviceAway sessionEnded renamed search signIn
        sending         | openedSearch openedSignIn openedTransfer openedDeletion notOpenedSearch notOpenedSignIn
        sending         | notOpenedTransfer notOpenedDeletion credential credentialOfOther otherState incomplete
        sending         | password canceled sheetFailed lateSheet lateAnswer passwordAccepted passwordFailed
        sending         | retryDue lateRetry delete deleted notDeleted deletedElsewhere

        waiting         | launch signal authorized revoked notFound transferred noAnswer aboutSomebodyElse alive
        waiting         | ended serviceAway sessionEnded renamed search openedSearch openedSignIn openedTransfer
        waiting         | openedDeletion notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion
        waiting         | credential credentialOfOther otherState incomplete password canceled sheetFailed
        waiting         | lateSheet accepted otherAccount refused unreachable lateAnswer passwordAccepted
        waiting         | passwordFailed lateRetry delete deleted notDeleted deletedElsewhere

        password        | launch foreground signal authorized revoked notFound transferred noAnswer
        password        | aboutSomebodyElse alive ended serviceAway sessionEnded renamed search signIn
        password        | openedSearch openedSignIn openedTransfer openedDeletion notOpenedSearch notOpenedSignIn
        password        | notOpenedTransfer notOpenedDeletion credential credentialOfOther otherState incomplete
        password        | password canceled sheetFailed lateSheet accepted otherAccount refused unreachable
        password        | lateAnswer retryDue lateRetry delete deleted notDeleted deletedElsewhere

        launchCheck     | launch foreground signal aboutSomebodyElse alive ended serviceAway search signIn
        launchCheck     | openedSearch openedSignIn openedTransfer openedDeletion notOpenedSearch notOpenedSignIn
        launchCheck     | notOpenedTransfer notOpenedDeletion credential credentialOfOther otherState incomplete
        launchCheck     | password canceled sheetFailed lateSheet accepted otherAccount refused unreachable
        launchCheck     | lateAnswer passwordAccepted passwordFailed retryDue lateRetry cancel deleted notDeleted
        launchCheck     | deletedElsewhere

        reinstalled     | launch foreground signal aboutSomebodyElse alive ended serviceAway search signIn
        reinstalled     | openedSearch openedSignIn openedTransfer openedDeletion notOpenedSearch notOpenedSignIn
        reinstalled     | notOpenedTransfer notOpenedDeletion credential credentialOfOther otherState incomplete
        reinstalled     | password canceled sheetFailed lateSheet accepted otherAccount refused unreachable
        reinstalled     | lateAnswer passwordAccepted passwordFailed retryDue lateRetry cancel deleted notDeleted
        reinstalled     | deletedElsewhere

        signedIn        | launch authorized revoked notFound transferred noAnswer aboutSomebodyElse alive ended
        signedIn        | serviceAway search signIn openedSearch openedSignIn openedTransfer openedDeletion
        signedIn        | notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion credential
        signedIn        | credentialOfOther otherState incomplete password canceled sheetFailed lateSheet accepted
        signedIn        | otherAccount refused unreachable lateAnswer passwordAccepted passwordFailed retryDue
        signedIn        | lateRetry cancel deleted notDeleted deletedElsewhere

        passwordPerson  | launch foreground signal authorized revoked notFound transferred noAnswer
        passwordPerson  | aboutSomebodyElse alive ended serviceAway search signIn openedSearch openedSignIn
        passwordPerson  | openedTransfer openedDeletion notOpenedSearch notOpenedSignIn notOpenedTransfer
        passwordPerson  | notOpenedDeletion credential credentialOfOther otherState incomplete password canceled
        passwordPerson  | sheetFailed lateSheet accepted otherAccount refused unreachable lateAnswer
        passwordPerson  | passwordAccepted passwordFailed retryDue lateRetry cancel deleted notDeleted
        passwordPerson  | deletedElsewhere

        foregroundCheck | launch foreground signal aboutSomebodyElse alive ended serviceAway search signIn
        foregroundCheck | openedSearch openedSignIn openedTransfer openedDeletion notOpenedSearch notOpenedSignIn
        foregroundCheck | notOpenedTransfer notOpenedDeletion credential credentialOfOther otherState incomplete
        foregroundCheck | password canceled sheetFailed lateSheet accepted otherAccount refused unreachable
        foregroundCheck | lateAnswer passwordAccepted passwordFailed retryDue lateRetry cancel deleted notDeleted
        foregroundCheck | deletedElsewhere

        confirming      | launch foreground signal authorized revoked notFound transferred noAnswer
        confirming      | aboutSomebodyElse search signIn openedSearch openedSignIn openedTransfer openedDeletion
        confirming      | notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion credential
        confirming      | credentialOfOther otherState incomplete password canceled sheetFailed lateSheet accepted
        confirming      | otherAccount refused unreachable lateAnswer passwordAccepted passwordFailed retryDue
        confirming      | lateRetry cancel deleted notDeleted deletedElsewhere

        transferOpening | launch authorized revoked notFound transferred noAnswer aboutSomebodyElse alive ended
        transferOpening | serviceAway search signIn openedSearch openedSignIn openedDeletion notOpenedSearch
        transferOpening | notOpenedSignIn notOpenedDeletion credential credentialOfOther otherState incomplete
        transferOpening | password canceled sheetFailed lateSheet accepted otherAccount refused unreachable
        transferOpening | lateAnswer passwordAccepted passwordFailed retryDue lateRetry deleted notDeleted
        transferOpening | deletedElsewhere

        transferSheet   | launch authorized revoked notFound transferred noAnswer aboutSomebodyElse alive ended
        transferSheet   | serviceAway search signIn openedSearch openedSignIn openedTransfer openedDeletion
        transferSheet   | notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion lateSheet accepted
        transferSheet   | otherAccount refused unreachable lateAnswer passwordAccepted passwordFailed retryDue
        transferSheet   | lateRetry deleted notDeleted deletedElsewhere

        transferSending | launch authorized revoked notFound transferred noAnswer aboutSomebodyElse alive ended
        transferSending | serviceAway search signIn openedSearch openedSignIn openedTransfer openedDeletion
        transferSending | notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion credential
        transferSending | credentialOfOther otherState incomplete password canceled sheetFailed lateSheet
        transferSending | lateAnswer passwordAccepted passwordFailed retryDue lateRetry delete deleted notDeleted
        transferSending | deletedElsewhere

        deletionOpening | launch authorized revoked notFound transferred noAnswer aboutSomebodyElse alive ended
        deletionOpening | serviceAway search signIn openedSearch openedSignIn openedTransfer notOpenedSearch
        deletionOpening | notOpenedSignIn notOpenedTransfer credential credentialOfOther otherState incomplete
        deletionOpening | password canceled sheetFailed lateSheet accepted otherAccount refused unreachable
        deletionOpening | lateAnswer passwordAccepted passwordFailed retryDue lateRetry delete deleted notDeleted
        deletionOpening | deletedElsewhere

        deletionSheet   | launch authorized revoked notFound transferred noAnswer aboutSomebodyElse alive ended
        deletionSheet   | serviceAway search signIn openedSearch openedSignIn openedTransfer openedDeletion
        deletionSheet   | notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion lateSheet accepted
        deletionSheet   | otherAccount refused unreachable lateAnswer passwordAccepted passwordFailed retryDue
        deletionSheet   | lateRetry delete deleted notDeleted deletedElsewhere

        deletionSending | launch authorized revoked notFound transferred noAnswer aboutSomebodyElse alive ended
        deletionSending | serviceAway search signIn openedSearch openedSignIn openedTransfer openedDeletion
        deletionSending | notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion credential
        deletionSending | credentialOfOther otherState incomplete password canceled sheetFailed lateSheet
        deletionSending | lateAnswer passwordAccepted passwordFailed retryDue lateRetry delete deleted notDeleted
        deletionSending | deletedElsewhere

        erasing         | launch foreground signal authorized revoked notFound transferred noAnswer
        erasing         | aboutSomebodyElse alive ended serviceAway search signIn openedSearch openedSignIn
        erasing         | openedTransfer openedDeletion notOpenedSearch notOpenedSignIn notOpenedTransfer
        erasing         | notOpenedDeletion credential credentialOfOther otherState incomplete password canceled
        erasing         | sheetFailed lateSheet accepted otherAccount refused unreachable lateAnswer
        erasing         | passwordAccepted passwordFailed retryDue lateRetry cancel signOut delete
        """
}
