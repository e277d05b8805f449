/// What each situation ignores of the ways to sign in, the questions and the changes of an account, and what their own
/// situations ignore.
extension LifeCycleIgnored {
    static let linking = """
        unknown             | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        unknown             | notOpenedConfirmation nothingFound asked askedMerge typed typedAccepted typedOther
        unknown             | typedFailed adopted adoptedOther link linkAgain upgrade confirm answerNew answerTicket
        unknown             | answerBadTicket answerSession answerMerge answered answeredOther merged answerRefused
        unknown             | questionOver lateOver questionOverdue otherQuestionOverdue

        unread              | openedLink openedConfirmation notOpenedLink notOpenedConfirmation nothingFound asked
        unread              | askedMerge typedAccepted typedOther typedFailed link linkAgain upgrade confirm answerNew
        unread              | answerTicket answerBadTicket answerSession answerMerge answered answeredOther merged
        unread              | answerRefused questionOver lateOver questionOverdue otherQuestionOverdue

        signedOut           | openedLink openedConfirmation notOpenedLink notOpenedConfirmation nothingFound asked
        signedOut           | askedMerge typedAccepted typedOther typedFailed link linkAgain upgrade confirm answerNew
        signedOut           | answerTicket answerBadTicket answerSession answerMerge answered answeredOther merged
        signedOut           | answerRefused questionOver lateOver questionOverdue otherQuestionOverdue

        searchOpening       | openedLink openedConfirmation notOpenedLink notOpenedConfirmation nothingFound asked
        searchOpening       | askedMerge typedAccepted typedOther typedFailed link linkAgain upgrade confirm answerNew
        searchOpening       | answerTicket answerBadTicket answerSession answerMerge answered answeredOther merged
        searchOpening       | answerRefused questionOver lateOver questionOverdue otherQuestionOverdue

        searchSheet         | openedLink openedConfirmation notOpenedLink notOpenedConfirmation asked askedMerge
        searchSheet         | typedAccepted typedOther typedFailed link linkAgain upgrade confirm answerNew
        searchSheet         | answerTicket answerBadTicket answerSession answerMerge answered answeredOther merged
        searchSheet         | answerRefused questionOver lateOver questionOverdue otherQuestionOverdue

        signInOpening       | signInOffering openedLink openedConfirmation notOpenedLink notOpenedConfirmation
        signInOpening       | nothingFound asked askedMerge typedAccepted typedOther typedFailed link linkAgain upgrade
        signInOpening       | confirm answerNew answerTicket answerBadTicket answerSession answerMerge answered
        signInOpening       | answeredOther merged answerRefused questionOver lateOver questionOverdue
        signInOpening       | otherQuestionOverdue

        signInSheet         | signInOffering openedLink openedConfirmation notOpenedLink notOpenedConfirmation asked
        signInSheet         | askedMerge typedAccepted typedOther typedFailed link linkAgain upgrade confirm answerNew
        signInSheet         | answerTicket answerBadTicket answerSession answerMerge answered answeredOther merged
        signInSheet         | answerRefused questionOver lateOver questionOverdue otherQuestionOverdue

        sending             | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        sending             | notOpenedConfirmation nothingFound typed typedAccepted typedOther typedFailed link
        sending             | linkAgain upgrade confirm answerNew answerTicket answerBadTicket answerSession
        sending             | answerMerge answered answeredOther merged answerRefused questionOver lateOver
        sending             | questionOverdue otherQuestionOverdue

        waiting             | openedLink openedConfirmation notOpenedLink notOpenedConfirmation nothingFound asked
        waiting             | askedMerge typed typedAccepted typedOther typedFailed link linkAgain upgrade confirm
        waiting             | answerNew answerTicket answerBadTicket answerSession answerMerge answered answeredOther
        waiting             | merged answerRefused questionOver lateOver questionOverdue otherQuestionOverdue

        password            | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        password            | notOpenedConfirmation nothingFound asked askedMerge typed typedAccepted typedOther
        password            | typedFailed link linkAgain upgrade confirm answerNew answerTicket answerBadTicket
        password            | answerSession answerMerge answered answeredOther merged answerRefused questionOver
        password            | lateOver questionOverdue otherQuestionOverdue

        launchCheck         | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        launchCheck         | notOpenedConfirmation nothingFound asked askedMerge typedAccepted typedOther typedFailed
        launchCheck         | answerNew answerTicket answerBadTicket answerSession answerMerge answered answeredOther
        launchCheck         | merged answerRefused questionOver lateOver questionOverdue otherQuestionOverdue

        reinstalled         | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        reinstalled         | notOpenedConfirmation nothingFound asked askedMerge typedAccepted typedOther typedFailed
        reinstalled         | answerNew answerTicket answerBadTicket answerSession answerMerge answered answeredOther
        reinstalled         | merged answerRefused questionOver lateOver questionOverdue otherQuestionOverdue

        signedIn            | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        signedIn            | notOpenedConfirmation nothingFound asked askedMerge typedAccepted typedOther typedFailed
        signedIn            | answerNew answerTicket answerBadTicket answerSession answerMerge answered answeredOther
        signedIn            | merged answerRefused questionOver lateOver questionOverdue otherQuestionOverdue

        passwordPerson      | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        passwordPerson      | notOpenedConfirmation nothingFound asked askedMerge typedAccepted typedOther typedFailed
        passwordPerson      | confirm answerNew answerTicket answerBadTicket answerSession answerMerge answered
        passwordPerson      | answeredOther merged answerRefused questionOver lateOver questionOverdue
        passwordPerson      | otherQuestionOverdue

        foregroundCheck     | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        foregroundCheck     | notOpenedConfirmation nothingFound asked askedMerge typedAccepted typedOther typedFailed
        foregroundCheck     | answerNew answerTicket answerBadTicket answerSession answerMerge answered answeredOther
        foregroundCheck     | merged answerRefused questionOver lateOver questionOverdue otherQuestionOverdue

        confirming          | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        confirming          | notOpenedConfirmation nothingFound asked askedMerge typedAccepted typedOther typedFailed
        confirming          | answerNew answerTicket answerBadTicket answerSession answerMerge answered answeredOther
        confirming          | merged answerRefused questionOver lateOver questionOverdue otherQuestionOverdue

        confirmingLater     | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        confirmingLater     | notOpenedConfirmation nothingFound asked askedMerge typedAccepted typedOther typedFailed
        confirmingLater     | answerNew answerTicket answerBadTicket answerSession answerMerge answered answeredOther
        confirmingLater     | merged answerRefused questionOver lateOver questionOverdue otherQuestionOverdue

        reinstalledPassword | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        reinstalledPassword | notOpenedConfirmation nothingFound asked askedMerge typedAccepted typedOther typedFailed
        reinstalledPassword | confirm answerNew answerTicket answerBadTicket answerSession answerMerge answered
        reinstalledPassword | answeredOther merged answerRefused questionOver lateOver questionOverdue
        reinstalledPassword | otherQuestionOverdue

        transferOpening     | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        transferOpening     | notOpenedConfirmation nothingFound asked askedMerge typed typedAccepted typedOther
        transferOpening     | typedFailed adopted answerNew answerTicket answerBadTicket answerSession answerMerge
        transferOpening     | answered answeredOther merged answerRefused questionOver lateOver questionOverdue
        transferOpening     | otherQuestionOverdue

        transferSheet       | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        transferSheet       | notOpenedConfirmation asked askedMerge typed typedAccepted typedOther typedFailed adopted
        transferSheet       | answerNew answerTicket answerBadTicket answerSession answerMerge answered answeredOther
        transferSheet       | merged answerRefused questionOver lateOver questionOverdue otherQuestionOverdue

        transferSending     | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        transferSending     | notOpenedConfirmation nothingFound typed typedAccepted typedOther typedFailed adopted
        transferSending     | link linkAgain upgrade confirm answerNew answerTicket answerBadTicket answerSession
        transferSending     | answerMerge answered answeredOther merged answerRefused questionOver lateOver
        transferSending     | questionOverdue otherQuestionOverdue

        deletionOpening     | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        deletionOpening     | notOpenedConfirmation nothingFound asked askedMerge typed typedAccepted typedOther
        deletionOpening     | typedFailed adopted link linkAgain upgrade confirm answerNew answerTicket answerBadTicket
        deletionOpening     | answerSession answerMerge answered answeredOther merged answerRefused questionOver
        deletionOpening     | lateOver questionOverdue otherQuestionOverdue

        deletionSheet       | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        deletionSheet       | notOpenedConfirmation asked askedMerge typed typedAccepted typedOther typedFailed adopted
        deletionSheet       | link linkAgain upgrade confirm answerNew answerTicket answerBadTicket answerSession
        deletionSheet       | answerMerge answered answeredOther merged answerRefused questionOver lateOver
        deletionSheet       | questionOverdue otherQuestionOverdue

        deletionSending     | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        deletionSending     | notOpenedConfirmation nothingFound typed typedAccepted typedOther typedFailed adopted
        deletionSending     | link linkAgain upgrade confirm answerNew answerTicket answerBadTicket answerSession
        deletionSending     | answerMerge answered answeredOther merged answerRefused questionOver lateOver
        deletionSending     | questionOverdue otherQuestionOverdue

        erasing             | signInLinking signInBadTicket signInOffering openedLink openedConfirmation notOpenedLink
        erasing             | notOpenedConfirmation nothingFound asked askedMerge typed typedAccepted typedOther
        erasing             | typedFailed adopted link linkAgain upgrade confirm answerNew answerTicket answerBadTicket
        erasing             | answerSession answerMerge answered answeredOther merged answerRefused questionOver
        erasing             | lateOver questionOverdue otherQuestionOverdue

        offeringSheet       | launch launchUnread foreground signal authorized revoked notFound transferred noAnswer
        offeringSheet       | aboutSomebodyElse alive ended serviceAway sessionEnded renamed search signIn
        offeringSheet       | signInOffering openedSearch openedSignIn openedTransfer openedDeletion openedLink
        offeringSheet       | openedConfirmation openedOther notOpenedSearch notOpenedSignIn notOpenedTransfer
        offeringSheet       | notOpenedDeletion notOpenedLink notOpenedConfirmation notOpenedOther lateSheet lateName
        offeringSheet       | otherSheetOverdue accepted otherAccount refused unreachable lateAnswer asked askedMerge
        offeringSheet       | passwordAccepted passwordFailed otherPasswordFailed typedAccepted typedOther typedFailed
        offeringSheet       | retryDue lateRetry link linkAgain upgrade confirm answerNew answerTicket answerBadTicket
        offeringSheet       | answerSession answerMerge answered answeredOther merged answerRefused questionOver
        offeringSheet       | lateOver questionOverdue otherQuestionOverdue delete deleteAgain deleted notDeleted
        offeringSheet       | deletedElsewhere signedOutElsewhere

        typedPassword       | launch launchUnread foreground foregroundLater background signal authorized revoked
        typedPassword       | notFound transferred noAnswer aboutSomebodyElse alive ended serviceAway sessionEnded
        typedPassword       | renamed search signIn signInAgain signInLinking signInBadTicket signInOffering
        typedPassword       | openedSearch openedSignIn openedTransfer openedDeletion openedLink openedConfirmation
        typedPassword       | openedOther notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion
        typedPassword       | notOpenedLink notOpenedConfirmation notOpenedOther credential credentialOfOther
        typedPassword       | otherState incomplete password canceled sheetFailed nothingFound lateSheet lateName
        typedPassword       | sheetOverdue otherSheetOverdue accepted otherAccount refused unreachable lateAnswer asked
        typedPassword       | askedMerge passwordAccepted passwordFailed otherPasswordFailed typed retryDue lateRetry
        typedPassword       | link linkAgain upgrade confirm answerNew answerTicket answerBadTicket answerSession
        typedPassword       | answerMerge answered answeredOther merged answerRefused questionOver lateOver
        typedPassword       | questionOverdue otherQuestionOverdue delete deleteAgain deleted notDeleted
        typedPassword       | deletedElsewhere signedInElsewhere signedOutElsewhere

        asking              | launch launchUnread foreground foregroundLater background signal authorized revoked
        asking              | notFound transferred noAnswer aboutSomebodyElse alive ended serviceAway sessionEnded
        asking              | renamed search openedSearch openedSignIn openedTransfer openedDeletion openedLink
        asking              | openedConfirmation openedOther notOpenedSearch notOpenedSignIn notOpenedTransfer
        asking              | notOpenedDeletion notOpenedLink notOpenedConfirmation notOpenedOther credential
        asking              | credentialOfOther otherState incomplete password canceled sheetFailed nothingFound
        asking              | lateSheet lateName sheetOverdue otherSheetOverdue accepted otherAccount refused
        asking              | unreachable lateAnswer asked askedMerge passwordAccepted passwordFailed
        asking              | otherPasswordFailed typedAccepted typedOther typedFailed retryDue lateRetry link
        asking              | linkAgain upgrade confirm answered answeredOther merged answerRefused questionOver
        asking              | lateOver otherQuestionOverdue delete deleteAgain deleted notDeleted deletedElsewhere
        asking              | signedOutElsewhere

        askingKnown         | launch launchUnread foreground foregroundLater background signal authorized revoked
        askingKnown         | notFound transferred noAnswer aboutSomebodyElse alive ended serviceAway search signIn
        askingKnown         | signInAgain signInLinking signInBadTicket signInOffering openedSearch openedSignIn
        askingKnown         | openedTransfer openedDeletion openedLink openedConfirmation openedOther notOpenedSearch
        askingKnown         | notOpenedSignIn notOpenedTransfer notOpenedDeletion notOpenedLink notOpenedConfirmation
        askingKnown         | notOpenedOther credential credentialOfOther otherState incomplete password canceled
        askingKnown         | sheetFailed nothingFound lateSheet lateName sheetOverdue otherSheetOverdue accepted
        askingKnown         | otherAccount refused unreachable lateAnswer asked askedMerge passwordAccepted
        askingKnown         | passwordFailed otherPasswordFailed typedAccepted typedOther typedFailed retryDue
        askingKnown         | lateRetry confirm answered answeredOther merged answerRefused questionOver lateOver
        askingKnown         | otherQuestionOverdue deleted notDeleted deletedElsewhere

        answering           | launch launchUnread foreground foregroundLater background signal authorized revoked
        answering           | notFound transferred noAnswer aboutSomebodyElse alive ended serviceAway sessionEnded
        answering           | renamed search signIn signInAgain signInLinking signInBadTicket signInOffering
        answering           | openedSearch openedSignIn openedTransfer openedDeletion openedLink openedConfirmation
        answering           | openedOther notOpenedSearch notOpenedSignIn notOpenedTransfer notOpenedDeletion
        answering           | notOpenedLink notOpenedConfirmation notOpenedOther credential credentialOfOther
        answering           | otherState incomplete password canceled sheetFailed nothingFound lateSheet lateName
        answering           | sheetOverdue otherSheetOverdue accepted otherAccount refused unreachable lateAnswer asked
        answering           | askedMerge passwordAccepted passwordFailed otherPasswordFailed typed typedAccepted
        answering           | typedOther typedFailed retryDue lateRetry cancel signOut link linkAgain upgrade confirm
        answering           | answerNew answerTicket answerBadTicket answerSession answerMerge lateOver questionOverdue
        answering           | otherQuestionOverdue delete deleteAgain deleted notDeleted deletedElsewhere
        answering           | signedInElsewhere signedOutElsewhere

        answeringSession    | launch launchUnread foreground foregroundLater background signal authorized revoked
        answeringSession    | notFound transferred noAnswer aboutSomebodyElse alive ended serviceAway search signIn
        answeringSession    | signInAgain signInLinking signInBadTicket signInOffering openedSearch openedSignIn
        answeringSession    | openedTransfer openedDeletion openedLink openedConfirmation openedOther notOpenedSearch
        answeringSession    | notOpenedSignIn notOpenedTransfer notOpenedDeletion notOpenedLink notOpenedConfirmation
        answeringSession    | notOpenedOther credential credentialOfOther otherState incomplete password canceled
        answeringSession    | sheetFailed nothingFound lateSheet lateName sheetOverdue otherSheetOverdue accepted
        answeringSession    | otherAccount refused unreachable lateAnswer asked askedMerge passwordAccepted
        answeringSession    | passwordFailed otherPasswordFailed typed typedAccepted typedOther typedFailed adopted
        answeringSession    | retryDue lateRetry cancel link linkAgain upgrade confirm answerNew answerTicket
        answeringSession    | answerBadTicket answerSession answerMerge lateOver questionOverdue otherQuestionOverdue
        answeringSession    | delete deleteAgain deleted notDeleted deletedElsewhere

        linkOpening         | launch launchUnread background authorized revoked notFound transferred noAnswer
        linkOpening         | aboutSomebodyElse alive ended serviceAway search signIn signInAgain signInLinking
        linkOpening         | signInBadTicket signInOffering openedSearch openedSignIn openedTransfer openedDeletion
        linkOpening         | openedConfirmation openedOther notOpenedSearch notOpenedSignIn notOpenedTransfer
        linkOpening         | notOpenedDeletion notOpenedConfirmation notOpenedOther credential credentialOfOther
        linkOpening         | otherState incomplete password canceled sheetFailed nothingFound lateSheet lateName
        linkOpening         | sheetOverdue otherSheetOverdue accepted otherAccount refused unreachable lateAnswer asked
        linkOpening         | askedMerge passwordAccepted passwordFailed otherPasswordFailed typed typedAccepted
        linkOpening         | typedOther typedFailed adopted retryDue lateRetry link linkAgain upgrade confirm
        linkOpening         | answerNew answerTicket answerBadTicket answerSession answerMerge answered answeredOther
        linkOpening         | merged answerRefused questionOver lateOver questionOverdue otherQuestionOverdue delete
        linkOpening         | deleteAgain deleted notDeleted deletedElsewhere

        linkSheet           | launch launchUnread authorized revoked notFound transferred noAnswer aboutSomebodyElse
        linkSheet           | alive ended serviceAway search signIn signInAgain signInLinking signInBadTicket
        linkSheet           | signInOffering openedSearch openedSignIn openedTransfer openedDeletion openedLink
        linkSheet           | openedConfirmation openedOther notOpenedSearch notOpenedSignIn notOpenedTransfer
        linkSheet           | notOpenedDeletion notOpenedLink notOpenedConfirmation notOpenedOther lateSheet lateName
        linkSheet           | otherSheetOverdue accepted otherAccount refused unreachable lateAnswer asked askedMerge
        linkSheet           | passwordAccepted passwordFailed otherPasswordFailed typed typedAccepted typedOther
        linkSheet           | typedFailed adopted retryDue lateRetry link upgrade confirm answerNew answerTicket
        linkSheet           | answerBadTicket answerSession answerMerge answered answeredOther merged answerRefused
        linkSheet           | questionOver lateOver questionOverdue otherQuestionOverdue delete deleteAgain deleted
        linkSheet           | notDeleted deletedElsewhere

        linkSending         | launch launchUnread background authorized revoked notFound transferred noAnswer
        linkSending         | aboutSomebodyElse alive ended serviceAway search signIn signInAgain signInLinking
        linkSending         | signInBadTicket signInOffering openedSearch openedSignIn openedTransfer openedDeletion
        linkSending         | openedLink openedConfirmation openedOther notOpenedSearch notOpenedSignIn
        linkSending         | notOpenedTransfer notOpenedDeletion notOpenedLink notOpenedConfirmation notOpenedOther
        linkSending         | credential credentialOfOther otherState incomplete password canceled sheetFailed
        linkSending         | nothingFound lateSheet lateName sheetOverdue otherSheetOverdue lateAnswer
        linkSending         | passwordAccepted passwordFailed otherPasswordFailed typed typedAccepted typedOther
        linkSending         | typedFailed adopted retryDue lateRetry cancel link linkAgain upgrade confirm answerNew
        linkSending         | answerTicket answerBadTicket answerSession answerMerge answered answeredOther merged
        linkSending         | answerRefused questionOver lateOver questionOverdue otherQuestionOverdue delete
        linkSending         | deleteAgain deleted notDeleted deletedElsewhere

        linkWaiting         | launch launchUnread background authorized revoked notFound transferred noAnswer
        linkWaiting         | aboutSomebodyElse alive ended serviceAway search signIn signInAgain signInLinking
        linkWaiting         | signInBadTicket signInOffering openedSearch openedSignIn openedTransfer openedDeletion
        linkWaiting         | openedLink openedConfirmation openedOther notOpenedSearch notOpenedSignIn
        linkWaiting         | notOpenedTransfer notOpenedDeletion notOpenedLink notOpenedConfirmation notOpenedOther
        linkWaiting         | credential credentialOfOther otherState incomplete password canceled sheetFailed
        linkWaiting         | nothingFound lateSheet lateName sheetOverdue otherSheetOverdue accepted otherAccount
        linkWaiting         | refused unreachable lateAnswer asked askedMerge passwordAccepted passwordFailed
        linkWaiting         | otherPasswordFailed typed typedAccepted typedOther typedFailed adopted lateRetry cancel
        linkWaiting         | link linkAgain upgrade confirm answerNew answerTicket answerBadTicket answerSession
        linkWaiting         | answerMerge answered answeredOther merged answerRefused questionOver lateOver
        linkWaiting         | questionOverdue otherQuestionOverdue delete deleteAgain deleted notDeleted
        linkWaiting         | deletedElsewhere

        merging             | launch launchUnread background authorized revoked notFound transferred noAnswer
        merging             | aboutSomebodyElse alive ended serviceAway search signIn signInAgain signInLinking
        merging             | signInBadTicket signInOffering openedSearch openedSignIn openedTransfer openedDeletion
        merging             | openedLink openedConfirmation openedOther notOpenedSearch notOpenedSignIn
        merging             | notOpenedTransfer notOpenedDeletion notOpenedLink notOpenedConfirmation notOpenedOther
        merging             | credential credentialOfOther otherState incomplete password canceled sheetFailed
        merging             | nothingFound lateSheet lateName sheetOverdue otherSheetOverdue accepted otherAccount
        merging             | refused unreachable lateAnswer asked askedMerge passwordAccepted passwordFailed
        merging             | otherPasswordFailed typedAccepted typedOther typedFailed retryDue lateRetry answered
        merging             | answeredOther merged answerRefused questionOver lateOver otherQuestionOverdue deleted
        merging             | notDeleted deletedElsewhere

        answeringMerge      | launch launchUnread background authorized revoked notFound transferred noAnswer
        answeringMerge      | aboutSomebodyElse alive ended serviceAway search signIn signInAgain signInLinking
        answeringMerge      | signInBadTicket signInOffering openedSearch openedSignIn openedTransfer openedDeletion
        answeringMerge      | openedLink openedConfirmation openedOther notOpenedSearch notOpenedSignIn
        answeringMerge      | notOpenedTransfer notOpenedDeletion notOpenedLink notOpenedConfirmation notOpenedOther
        answeringMerge      | credential credentialOfOther otherState incomplete password canceled sheetFailed
        answeringMerge      | nothingFound lateSheet lateName sheetOverdue otherSheetOverdue accepted otherAccount
        answeringMerge      | refused unreachable lateAnswer asked askedMerge passwordAccepted passwordFailed
        answeringMerge      | otherPasswordFailed typed typedAccepted typedOther typedFailed adopted retryDue lateRetry
        answeringMerge      | cancel link linkAgain upgrade confirm answerNew answerTicket answerBadTicket
        answeringMerge      | answerSession answerMerge lateOver questionOverdue otherQuestionOverdue delete
        answeringMerge      | deleteAgain deleted notDeleted deletedElsewhere

        confirmOpening      | launch launchUnread background authorized revoked notFound transferred noAnswer
        confirmOpening      | aboutSomebodyElse alive ended serviceAway search signIn signInAgain signInLinking
        confirmOpening      | signInBadTicket signInOffering openedSearch openedSignIn openedTransfer openedDeletion
        confirmOpening      | openedLink openedOther notOpenedSearch notOpenedSignIn notOpenedTransfer
        confirmOpening      | notOpenedDeletion notOpenedLink notOpenedOther credential credentialOfOther otherState
        confirmOpening      | incomplete password canceled sheetFailed nothingFound lateSheet lateName sheetOverdue
        confirmOpening      | otherSheetOverdue accepted otherAccount refused unreachable lateAnswer asked askedMerge
        confirmOpening      | passwordAccepted passwordFailed otherPasswordFailed typed typedAccepted typedOther
        confirmOpening      | typedFailed adopted retryDue lateRetry link linkAgain upgrade confirm answerNew
        confirmOpening      | answerTicket answerBadTicket answerSession answerMerge answered answeredOther merged
        confirmOpening      | answerRefused questionOver lateOver questionOverdue otherQuestionOverdue delete
        confirmOpening      | deleteAgain deleted notDeleted deletedElsewhere

        confirmSheet        | launch launchUnread authorized revoked notFound transferred noAnswer aboutSomebodyElse
        confirmSheet        | alive ended serviceAway search signIn signInAgain signInLinking signInBadTicket
        confirmSheet        | signInOffering openedSearch openedSignIn openedTransfer openedDeletion openedLink
        confirmSheet        | openedConfirmation openedOther notOpenedSearch notOpenedSignIn notOpenedTransfer
        confirmSheet        | notOpenedDeletion notOpenedLink notOpenedConfirmation notOpenedOther lateSheet lateName
        confirmSheet        | otherSheetOverdue accepted otherAccount refused unreachable lateAnswer asked askedMerge
        confirmSheet        | passwordAccepted passwordFailed otherPasswordFailed typed typedAccepted typedOther
        confirmSheet        | typedFailed adopted retryDue lateRetry link linkAgain upgrade confirm answerNew
        confirmSheet        | answerTicket answerBadTicket answerSession answerMerge answered answeredOther merged
        confirmSheet        | answerRefused questionOver lateOver questionOverdue otherQuestionOverdue delete
        confirmSheet        | deleteAgain deleted notDeleted deletedElsewhere

        confirmSending      | launch launchUnread background authorized revoked notFound transferred noAnswer
        confirmSending      | aboutSomebodyElse alive ended serviceAway search signIn signInAgain signInLinking
        confirmSending      | signInBadTicket signInOffering openedSearch openedSignIn openedTransfer openedDeletion
        confirmSending      | openedLink openedConfirmation openedOther notOpenedSearch notOpenedSignIn
        confirmSending      | notOpenedTransfer notOpenedDeletion notOpenedLink notOpenedConfirmation notOpenedOther
        confirmSending      | credential credentialOfOther otherState incomplete password canceled sheetFailed
        confirmSending      | nothingFound lateSheet lateName sheetOverdue otherSheetOverdue lateAnswer
        confirmSending      | passwordAccepted passwordFailed otherPasswordFailed typed typedAccepted typedOther
        confirmSending      | typedFailed adopted retryDue lateRetry link linkAgain upgrade confirm answerNew
        confirmSending      | answerTicket answerBadTicket answerSession answerMerge answered answeredOther merged
        confirmSending      | answerRefused questionOver lateOver questionOverdue otherQuestionOverdue delete
        confirmSending      | deleteAgain deleted notDeleted deletedElsewhere

        confirmingPassword  | launch launchUnread background authorized revoked notFound transferred noAnswer
        confirmingPassword  | aboutSomebodyElse alive ended serviceAway search signIn signInAgain signInLinking
        confirmingPassword  | signInBadTicket signInOffering openedSearch openedSignIn openedTransfer openedDeletion
        confirmingPassword  | openedLink openedConfirmation openedOther notOpenedSearch notOpenedSignIn
        confirmingPassword  | notOpenedTransfer notOpenedDeletion notOpenedLink notOpenedConfirmation notOpenedOther
        confirmingPassword  | credential credentialOfOther otherState incomplete password canceled sheetFailed
        confirmingPassword  | nothingFound lateSheet lateName sheetOverdue otherSheetOverdue accepted otherAccount
        confirmingPassword  | refused unreachable lateAnswer asked askedMerge passwordAccepted passwordFailed
        confirmingPassword  | otherPasswordFailed typed adopted retryDue lateRetry link linkAgain upgrade confirm
        confirmingPassword  | answerNew answerTicket answerBadTicket answerSession answerMerge answered answeredOther
        confirmingPassword  | merged answerRefused questionOver lateOver questionOverdue otherQuestionOverdue delete
        confirmingPassword  | deleteAgain deleted notDeleted deletedElsewhere
        """
}
