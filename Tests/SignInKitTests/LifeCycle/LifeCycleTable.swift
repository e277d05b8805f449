/// What happens in each situation: the state afterwards, the effects, and the rules of the life cycle guide that
/// require it. ``LifeCycleIgnored`` has the combinations that change nothing.
enum LifeCycleTable {
    static let text = """
        unknown             | launch             | signedOut notYet                            |                                       | R5
        unknown             | launchUnread       | signedOut notYet                            |                                       | R47

        unread              | launch             | signedOut notYet                            |                                       | R5 R47
        unread              | search             | searching                                   | openAttempt search                    | R10
        unread              | signIn             | authorizing                                 | openAttempt signIn                    | R17
        unread              | signInAgain        | authorizing                                 | openAttempt signIn                    | R17

        signedOut           | search             | searching                                   | openAttempt search                    | R10
        signedOut           | signIn             | authorizing                                 | openAttempt signIn                    | R17
        signedOut           | signInAgain        | authorizing                                 | openAttempt signIn                    | R17
        signedOut           | signedInElsewhere  | signedIn                                    | useSession                            | R49

        searchOpening       | signIn             | authorizing                                 | openAttempt signIn                    | R17
        searchOpening       | openedSearch       | searching                                   | present search                        | R11 R14
        searchOpening       | notOpenedSearch    | signedOut notYet                            |                                       | R13
        searchOpening       | cancel             | signedOut notYet                            |                                       | R19
        searchOpening       | signOut            | signedOut notYet                            |                                       | R39
        searchOpening       | signInAgain        | authorizing                                 | openAttempt signIn                    | R17
        searchOpening       | signedInElsewhere  | signedIn                                    | useSession                            | R49

        searchSheet         | signIn             | authorizing                                 | dismissSheet, openAttempt signIn      | R17
        searchSheet         | credential         | exchanging asking                           | keepPending, submit                   | R29
        searchSheet         | credentialOfOther  | exchanging asking                           | keepPending, submit                   | R29
        searchSheet         | otherState         | signedOut notYet                            |                                       | R26
        searchSheet         | incomplete         | signedOut notYet                            |                                       | R28
        searchSheet         | password           | exchanging asking                           | signInWithPassword                    | R15
        searchSheet         | canceled           | signedOut notYet                            |                                       | R22
        searchSheet         | sheetFailed        | signedOut notYet                            |                                       | R13
        searchSheet         | cancel             | signedOut notYet                            | dismissSheet                          | R19
        searchSheet         | signOut            | signedOut notYet                            | dismissSheet                          | R39
        searchSheet         | signInAgain        | authorizing                                 | dismissSheet, openAttempt signIn      | R17
        searchSheet         | foregroundLater    | signedOut notYet                            | dismissSheet                          | R48
        searchSheet         | background         | searching                                   |                                       | R48
        searchSheet         | sheetOverdue       | signedOut notYet                            | dismissSheet                          | R48
        searchSheet         | signedInElsewhere  | signedIn                                    | dismissSheet, useSession              | R49

        signInOpening       | openedSignIn       | authorizing                                 | present signIn                        | R17 R23
        signInOpening       | notOpenedSignIn    | signedOut notYet, service_unreachable       |                                       | R24
        signInOpening       | cancel             | signedOut notYet                            |                                       | R19
        signInOpening       | signOut            | signedOut notYet                            |                                       | R39
        signInOpening       | signedInElsewhere  | signedIn                                    | useSession                            | R49

        signInSheet         | credential         | exchanging asking                           | keepPending, submit                   | R29
        signInSheet         | credentialOfOther  | exchanging asking                           | keepPending, submit                   | R29
        signInSheet         | otherState         | signedOut notYet, state_mismatch            |                                       | R26
        signInSheet         | incomplete         | signedOut notYet, credential_incomplete     |                                       | R28
        signInSheet         | password           | signedOut notYet, sheet_unexpected_credential |                                       | R15
        signInSheet         | canceled           | signedOut notYet                            |                                       | R22
        signInSheet         | sheetFailed        | signedOut notYet, sheet_unknown             |                                       | R18
        signInSheet         | cancel             | signedOut notYet                            | dismissSheet                          | R19
        signInSheet         | signOut            | signedOut notYet                            | dismissSheet                          | R39
        signInSheet         | signInAgain        | authorizing                                 | dismissSheet, openAttempt signIn      | R48
        signInSheet         | foregroundLater    | signedOut notYet                            | dismissSheet                          | R48
        signInSheet         | background         | authorizing                                 |                                       | R48
        signInSheet         | sheetOverdue       | signedOut notYet, sheet_unanswered          | dismissSheet                          | R48
        signInSheet         | signedInElsewhere  | signedIn                                    | dismissSheet, useSession              | R49

        sending             | accepted           | signedIn                                    | storeSession, forgetPending           | R29
        sending             | otherAccount       | signedIn                                    | storeSession, forgetPending           | R38
        sending             | refused            | signedOut notYet, nonce_mismatch            | forgetPending                         | R28
        sending             | unreachable        | exchanging waiting, service_unreachable     | scheduleRetry                         | R29
        sending             | cancel             | signedOut notYet                            | forgetPending                         | R19
        sending             | signOut            | signedOut notYet                            | forgetPending                         | R39

        waiting             | foreground         | exchanging asking, service_unreachable      | submit                                | R29
        waiting             | signIn             | exchanging asking, service_unreachable      | submit                                | R29
        waiting             | retryDue           | exchanging asking, service_unreachable      | submit                                | R29
        waiting             | cancel             | signedOut notYet                            | forgetPending                         | R19
        waiting             | signOut            | signedOut notYet                            | forgetPending                         | R39
        waiting             | signInAgain        | exchanging asking, service_unreachable      | submit                                | R29
        waiting             | foregroundLater    | exchanging asking, service_unreachable      | submit                                | R29
        waiting             | signedInElsewhere  | signedIn                                    | forgetPending, useSession             | R49

        password            | passwordAccepted   | signedIn                                    | storeSession                          | R15
        password            | passwordFailed     | signedOut notYet, wrong_password            |                                       | R15
        password            | cancel             | signedOut notYet                            |                                       | R19
        password            | signOut            | signedOut notYet                            |                                       | R39

        launchCheck         | authorized         | signedIn                                    |                                       | R2
        launchCheck         | revoked            | signedIn                                    | confirmSession                        | R2 R8 R46
        launchCheck         | notFound           | signedOut credentialNotFound                | endSession                            | R2 R44
        launchCheck         | transferred        | transferring                                | openAttempt transfer                  | R2 R37
        launchCheck         | noAnswer           | signedIn                                    |                                       | R3
        launchCheck         | sessionEnded       | signedOut sessionEnded                      | forgetSession                         | R4
        launchCheck         | renamed            | checking                                    |                                       |
        launchCheck         | appleGone          | signedIn                                    | forgetAppleUser, forgetNames          | R58
        launchCheck         | signOut            | signedOut byPerson                          | endSession                            | R39
        launchCheck         | delete             | deleting                                    | openAttempt deletion                  | R40
        launchCheck         | deleteAgain        | deleting                                    | openAttempt deletion                  | R40
        launchCheck         | signedInElsewhere  | signedIn                                    | useSession                            | R49
        launchCheck         | signedOutElsewhere | signedOut credentialRevoked                 | forgetNames, forgetSession            | R49

        reinstalled         | authorized         | signedIn                                    |                                       | R2
        reinstalled         | revoked            | signedOut credentialRevoked                 | forgetNames, endSession               | R2 R8 R9
        reinstalled         | notFound           | signedOut credentialNotFound                | endSession                            | R2 R44
        reinstalled         | transferred        | transferring                                | openAttempt transfer                  | R2 R37
        reinstalled         | noAnswer           | signedOut unconfirmedAfterReinstallation    | endSession                            | R42
        reinstalled         | sessionEnded       | signedOut sessionEnded                      | forgetSession                         | R4
        reinstalled         | renamed            | checking                                    |                                       |
        reinstalled         | signOut            | signedOut byPerson                          | endSession                            | R39
        reinstalled         | delete             | deleting                                    | openAttempt deletion                  | R40
        reinstalled         | deleteAgain        | deleting                                    | openAttempt deletion                  | R40
        reinstalled         | signedInElsewhere  | signedIn                                    | useSession                            | R49
        reinstalled         | signedOutElsewhere | signedOut credentialRevoked                 | forgetNames, forgetSession            | R49

        signedIn            | foreground         | signedIn                                    | checkCredential                       | R1
        signedIn            | signal             | signedIn                                    | checkCredential                       | R6
        signedIn            | sessionEnded       | signedOut sessionEnded                      | forgetSession                         | R4
        signedIn            | renamed            | signedIn named                              |                                       |
        signedIn            | appleGone          | signedIn                                    | forgetAppleUser, forgetNames          | R58
        signedIn            | signOut            | signedOut byPerson                          | endSession                            | R39
        signedIn            | delete             | deleting                                    | openAttempt deletion                  | R40
        signedIn            | deleteAgain        | deleting                                    | openAttempt deletion                  | R40
        signedIn            | foregroundLater    | signedIn                                    | checkCredential                       | R1
        signedIn            | signedInElsewhere  | signedIn                                    | useSession                            | R49
        signedIn            | signedOutElsewhere | signedOut credentialRevoked                 | forgetNames, forgetSession            | R49

        passwordPerson      | sessionEnded       | signedOut sessionEnded                      | forgetSession                         | R4
        passwordPerson      | renamed            | signedIn named                              |                                       |
        passwordPerson      | signOut            | signedOut byPerson                          | endSession                            | R39
        passwordPerson      | delete             | deleting                                    | deleteAccount                         | R40
        passwordPerson      | deleteAgain        | deleting                                    | deleteAccount                         | R40
        passwordPerson      | signedInElsewhere  | signedIn                                    | useSession                            | R49
        passwordPerson      | signedOutElsewhere | signedOut credentialRevoked                 | forgetSession                         | R49

        foregroundCheck     | authorized         | signedIn                                    |                                       | R2
        foregroundCheck     | revoked            | signedIn                                    | confirmSession                        | R2 R8 R46
        foregroundCheck     | notFound           | signedOut credentialNotFound                | endSession                            | R2 R44
        foregroundCheck     | transferred        | transferring                                | openAttempt transfer                  | R2 R37
        foregroundCheck     | noAnswer           | signedIn                                    |                                       | R3
        foregroundCheck     | sessionEnded       | signedOut sessionEnded                      | forgetSession                         | R4
        foregroundCheck     | renamed            | signedIn named                              |                                       |
        foregroundCheck     | appleGone          | signedIn                                    | forgetAppleUser, forgetNames          | R58
        foregroundCheck     | signOut            | signedOut byPerson                          | endSession                            | R39
        foregroundCheck     | delete             | deleting                                    | openAttempt deletion                  | R40
        foregroundCheck     | deleteAgain        | deleting                                    | openAttempt deletion                  | R40
        foregroundCheck     | signedInElsewhere  | signedIn                                    | useSession                            | R49
        foregroundCheck     | signedOutElsewhere | signedOut credentialRevoked                 | forgetNames, forgetSession            | R49

        confirming          | alive              | signedIn                                    |                                       | R46
        confirming          | ended              | signedOut credentialRevoked                 | forgetNames, forgetSession            | R46
        confirming          | serviceAway        | signedIn                                    |                                       | R3
        confirming          | sessionEnded       | signedOut credentialRevoked                 | forgetNames, forgetSession            | R46
        confirming          | renamed            | signedIn named                              |                                       |
        confirming          | signOut            | signedOut byPerson                          | endSession                            | R39
        confirming          | delete             | deleting                                    | openAttempt deletion                  | R40
        confirming          | deleteAgain        | deleting                                    | openAttempt deletion                  | R40
        confirming          | signedInElsewhere  | signedIn                                    | useSession                            | R49
        confirming          | signedOutElsewhere | signedOut credentialRevoked                 | forgetNames, forgetSession            | R49

        confirmingLater     | alive              | signedIn                                    |                                       | R46
        confirmingLater     | ended              | signedOut credentialRevoked                 | forgetNames, forgetSession            | R46
        confirmingLater     | serviceAway        | signedOut credentialRevoked                 | forgetNames, endSession               | R2 R9 R46
        confirmingLater     | sessionEnded       | signedOut credentialRevoked                 | forgetNames, forgetSession            | R46
        confirmingLater     | renamed            | signedIn named                              |                                       |
        confirmingLater     | signOut            | signedOut byPerson                          | endSession                            | R39
        confirmingLater     | delete             | deleting                                    | openAttempt deletion                  | R40
        confirmingLater     | deleteAgain        | deleting                                    | openAttempt deletion                  | R40
        confirmingLater     | signedInElsewhere  | signedIn                                    | useSession                            | R49
        confirmingLater     | signedOutElsewhere | signedOut credentialRevoked                 | forgetNames, forgetSession            | R49

        reinstalledPassword | alive              | signedIn                                    |                                       | R42
        reinstalledPassword | ended              | signedOut sessionEnded                      | forgetSession                         | R42
        reinstalledPassword | serviceAway        | signedOut unconfirmedAfterReinstallation    | endSession                            | R42
        reinstalledPassword | sessionEnded       | signedOut sessionEnded                      | forgetSession                         | R4
        reinstalledPassword | renamed            | checking                                    |                                       |
        reinstalledPassword | signOut            | signedOut byPerson                          | endSession                            | R39
        reinstalledPassword | delete             | deleting                                    | deleteAccount                         | R40
        reinstalledPassword | deleteAgain        | deleting                                    | deleteAccount                         | R40
        reinstalledPassword | signedInElsewhere  | signedIn                                    | useSession                            | R49
        reinstalledPassword | signedOutElsewhere | signedOut credentialRevoked                 | forgetSession                         | R49

        transferOpening     | foreground         | transferring                                | checkCredential                       | R1
        transferOpening     | signal             | transferring                                | checkCredential                       | R6
        transferOpening     | sessionEnded       | signedOut sessionEnded                      | forgetSession                         | R4
        transferOpening     | renamed            | transferring                                |                                       |
        transferOpening     | openedTransfer     | transferring                                | present transfer                      | R37
        transferOpening     | notOpenedTransfer  | signedIn                                    | report service_unreachable            | R37
        transferOpening     | cancel             | signedIn                                    |                                       | R19
        transferOpening     | signOut            | signedOut byPerson                          | endSession                            | R39
        transferOpening     | delete             | deleting                                    | openAttempt deletion                  | R40
        transferOpening     | deleteAgain        | deleting                                    | openAttempt deletion                  | R40
        transferOpening     | foregroundLater    | transferring                                | checkCredential                       | R1
        transferOpening     | signedInElsewhere  | signedIn                                    | useSession                            | R49
        transferOpening     | signedOutElsewhere | signedOut credentialRevoked                 | forgetNames, forgetSession            | R49

        transferSheet       | foreground         | transferring                                | checkCredential                       | R1
        transferSheet       | signal             | transferring                                | checkCredential                       | R6
        transferSheet       | sessionEnded       | signedOut sessionEnded                      | dismissSheet, forgetSession           | R4
        transferSheet       | renamed            | transferring                                |                                       |
        transferSheet       | credential         | transferring                                | keepPending, submit                   | R38
        transferSheet       | credentialOfOther  | transferring                                | keepPending, submit                   | R38
        transferSheet       | otherState         | signedIn                                    | report state_mismatch                 | R26
        transferSheet       | incomplete         | signedIn                                    | report credential_incomplete          | R28
        transferSheet       | password           | signedIn                                    | report sheet_unexpected_credential    | R15
        transferSheet       | canceled           | signedIn                                    |                                       | R22
        transferSheet       | sheetFailed        | signedIn                                    | report sheet_unknown                  | R13
        transferSheet       | cancel             | signedIn                                    | dismissSheet                          | R19
        transferSheet       | signOut            | signedOut byPerson                          | dismissSheet, endSession              | R39
        transferSheet       | delete             | deleting                                    | dismissSheet, openAttempt deletion    | R40
        transferSheet       | deleteAgain        | deleting                                    | dismissSheet, openAttempt deletion    | R40
        transferSheet       | foregroundLater    | signedIn                                    | dismissSheet, checkCredential         | R48 R1
        transferSheet       | background         | transferring                                |                                       | R48
        transferSheet       | sheetOverdue       | signedIn                                    | dismissSheet, report sheet_unanswered | R48
        transferSheet       | signedInElsewhere  | signedIn                                    | dismissSheet, useSession              | R49
        transferSheet       | signedOutElsewhere | signedOut credentialRevoked                 | dismissSheet, forgetNames, forgetSession | R49

        transferSending     | foreground         | transferring                                | checkCredential                       | R1
        transferSending     | signal             | transferring                                | checkCredential                       | R6
        transferSending     | sessionEnded       | signedOut sessionEnded                      | forgetPending, forgetSession          | R4
        transferSending     | renamed            | transferring                                |                                       |
        transferSending     | accepted           | signedIn                                    | storeSession, forgetPending           | R29
        transferSending     | otherAccount       | signedIn                                    | endUnusedSession, forgetPending, report other_account | R38
        transferSending     | refused            | signedIn                                    | forgetPending, report nonce_mismatch  | R28
        transferSending     | unreachable        | signedIn                                    | forgetPending, report service_unreachable | R29
        transferSending     | cancel             | signedIn                                    | forgetPending                         | R19
        transferSending     | signOut            | signedOut byPerson                          | forgetPending, endSession             | R39
        transferSending     | foregroundLater    | transferring                                | checkCredential                       | R1
        transferSending     | signedInElsewhere  | signedIn                                    | forgetPending, useSession             | R49
        transferSending     | signedOutElsewhere | signedOut credentialRevoked                 | forgetPending, forgetNames, forgetSession | R49

        deletionOpening     | foreground         | deleting                                    | checkCredential                       | R1
        deletionOpening     | signal             | deleting                                    | checkCredential                       | R6
        deletionOpening     | sessionEnded       | signedOut sessionEnded                      | forgetSession                         | R4
        deletionOpening     | renamed            | deleting                                    |                                       |
        deletionOpening     | openedDeletion     | deleting                                    | present deletion                      | R40
        deletionOpening     | notOpenedDeletion  | signedIn, service_unreachable               |                                       | R41
        deletionOpening     | cancel             | signedIn                                    |                                       | R19
        deletionOpening     | signOut            | signedOut byPerson                          | endSession                            | R39
        deletionOpening     | foregroundLater    | deleting                                    | checkCredential                       | R1
        deletionOpening     | signedInElsewhere  | signedIn                                    | useSession                            | R49
        deletionOpening     | signedOutElsewhere | signedOut credentialRevoked                 | forgetNames, forgetSession            | R49

        deletionSheet       | foreground         | deleting                                    | checkCredential                       | R1
        deletionSheet       | signal             | deleting                                    | checkCredential                       | R6
        deletionSheet       | sessionEnded       | signedOut sessionEnded                      | dismissSheet, forgetSession           | R4
        deletionSheet       | renamed            | deleting                                    |                                       |
        deletionSheet       | credential         | deleting                                    | keepPending, submit                   | R29
        deletionSheet       | credentialOfOther  | signedIn, other_person                      |                                       | R41
        deletionSheet       | otherState         | signedIn, state_mismatch                    |                                       | R26
        deletionSheet       | incomplete         | signedIn, credential_incomplete             |                                       | R28
        deletionSheet       | password           | signedIn, sheet_unexpected_credential       |                                       | R15
        deletionSheet       | canceled           | signedIn                                    |                                       | R22
        deletionSheet       | sheetFailed        | signedIn, sheet_unknown                     |                                       | R18
        deletionSheet       | cancel             | signedIn                                    | dismissSheet                          | R19
        deletionSheet       | signOut            | signedOut byPerson                          | dismissSheet, endSession              | R39
        deletionSheet       | deleteAgain        | deleting                                    | dismissSheet, openAttempt deletion    | R48
        deletionSheet       | foregroundLater    | signedIn                                    | dismissSheet, checkCredential         | R48 R1
        deletionSheet       | background         | deleting                                    |                                       | R48
        deletionSheet       | sheetOverdue       | signedIn, sheet_unanswered                  | dismissSheet                          | R48
        deletionSheet       | signedInElsewhere  | signedIn                                    | dismissSheet, useSession              | R49
        deletionSheet       | signedOutElsewhere | signedOut credentialRevoked                 | dismissSheet, forgetNames, forgetSession | R49

        deletionSending     | foreground         | deleting                                    | checkCredential                       | R1
        deletionSending     | signal             | deleting                                    | checkCredential                       | R6
        deletionSending     | sessionEnded       | signedOut sessionEnded                      | forgetPending, forgetSession          | R4
        deletionSending     | renamed            | deleting                                    |                                       |
        deletionSending     | accepted           | deleting                                    | storeSession, forgetPending, deleteAccount | R29
        deletionSending     | otherAccount       | signedIn, other_account                     | endUnusedSession, forgetPending       | R38
        deletionSending     | refused            | signedIn, nonce_mismatch                    | forgetPending                         | R28
        deletionSending     | unreachable        | signedIn, service_unreachable               | forgetPending                         | R29
        deletionSending     | cancel             | signedIn                                    | forgetPending                         | R19
        deletionSending     | signOut            | signedOut byPerson                          | forgetPending, endSession             | R39
        deletionSending     | foregroundLater    | deleting                                    | checkCredential                       | R1
        deletionSending     | signedInElsewhere  | signedIn                                    | forgetPending, useSession             | R49
        deletionSending     | signedOutElsewhere | signedOut credentialRevoked                 | forgetPending, forgetNames, forgetSession | R49

        erasing             | sessionEnded       | signedOut sessionEnded                      | forgetSession                         | R4
        erasing             | renamed            | deleting                                    |                                       |
        erasing             | deleted            | signedOut accountDeleted                    | forgetNames, forgetSession            | R41
        erasing             | notDeleted         | signedIn, service_unreachable               |                                       | R41
        erasing             | deletedElsewhere   | signedOut sessionEnded                      | forgetSession                         | R41
        """
}
