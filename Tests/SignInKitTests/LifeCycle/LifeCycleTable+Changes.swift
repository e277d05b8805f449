/// What the changes of an account do, under a person who is signed in: every event while they link, merge or confirm.
extension LifeCycleTable {
    static let changes = """
        linkOpening         | foreground            | linking                                 | checkCredential                       | R1
        linkOpening         | foregroundLater       | linking                                 | checkCredential                       | R1
        linkOpening         | signal                | linking                                 | checkCredential                       | R6
        linkOpening         | sessionEnded          | signedOut sessionEnded                  | forgetSession                         | R4
        linkOpening         | renamed               | linking                                 |                                       |
        linkOpening         | openedLink            | linking                                 | present link                          | R55
        linkOpening         | notOpenedLink         | signedIn, service_unreachable           |                                       | R55
        linkOpening         | adoptedOther          | linking, other_account                  |                                       | R53
        linkOpening         | cancel                | signedIn                                |                                       | R19
        linkOpening         | signOut               | signedOut byPerson                      | endSession                            | R39
        linkOpening         | signedInElsewhere     | signedIn                                | useSession                            | R49
        linkOpening         | signedOutElsewhere    | signedOut credentialRevoked             | forgetNames, forgetSession            | R49

        linkSheet           | foreground            | linking                                 | checkCredential                       | R1
        linkSheet           | foregroundLater       | signedIn                                | dismissSheet, checkCredential         | R48
        linkSheet           | background            | linking                                 |                                       | R48
        linkSheet           | signal                | linking                                 | checkCredential                       | R6
        linkSheet           | sessionEnded          | signedOut sessionEnded                  | dismissSheet, forgetSession           | R4
        linkSheet           | renamed               | linking                                 |                                       |
        linkSheet           | credential            | linking                                 | keepPending, submit                   | R29
        linkSheet           | credentialOfOther     | linking                                 | keepPending, submit                   | R29
        linkSheet           | otherState            | signedIn, state_mismatch                |                                       | R26
        linkSheet           | incomplete            | signedIn, credential_incomplete         |                                       | R28
        linkSheet           | password              | signedIn, sheet_unexpected_credential   |                                       | R15
        linkSheet           | canceled              | signedIn                                |                                       | R22
        linkSheet           | sheetFailed           | signedIn, sheet_unknown                 |                                       | R18
        linkSheet           | nothingFound          | signedIn                                |                                       | R22
        linkSheet           | sheetOverdue          | signedIn, sheet_unanswered              | dismissSheet                          | R48
        linkSheet           | adoptedOther          | linking, other_account                  |                                       | R53
        linkSheet           | cancel                | signedIn                                | dismissSheet                          | R19
        linkSheet           | signOut               | signedOut byPerson                      | dismissSheet, endSession              | R39
        linkSheet           | linkAgain             | linking                                 | dismissSheet, openAttempt link        | R48
        linkSheet           | signedInElsewhere     | signedIn                                | dismissSheet, useSession              | R49
        linkSheet           | signedOutElsewhere    | signedOut credentialRevoked             | dismissSheet, forgetNames, forgetSession | R49

        linkSending         | foreground            | linking                                 | checkCredential                       | R1
        linkSending         | foregroundLater       | linking                                 | checkCredential                       | R1
        linkSending         | signal                | linking                                 | checkCredential                       | R6
        linkSending         | sessionEnded          | signedOut sessionEnded                  | forgetPending, forgetSession          | R4
        linkSending         | renamed               | linking                                 |                                       |
        linkSending         | accepted              | signedIn                                | storeSession, forgetPending           | R29
        linkSending         | otherAccount          | signedIn, other_account                 | endUnusedSession, forgetPending       | R38
        linkSending         | refused               | signedIn, nonce_mismatch                | forgetPending                         | R28
        linkSending         | unreachable           | linking, service_unreachable            | scheduleRetry                         | R29
        linkSending         | asked                 | asking known                            | keepPending, watchQuestion            | R54
        linkSending         | askedMerge            | asking merge                            | keepPending, watchQuestion            | R54
        linkSending         | adoptedOther          | linking, other_account                  |                                       | R53
        linkSending         | signOut               | signedOut byPerson                      | forgetPending, endSession             | R39
        linkSending         | signedInElsewhere     | signedIn                                | forgetPending, useSession             | R49
        linkSending         | signedOutElsewhere    | signedOut credentialRevoked             | forgetPending, forgetNames, forgetSession | R49

        linkWaiting         | foreground            | linking, service_unreachable            | submit                                | R29
        linkWaiting         | foregroundLater       | linking, service_unreachable            | submit                                | R29
        linkWaiting         | signal                | linking, service_unreachable            | checkCredential                       | R6
        linkWaiting         | sessionEnded          | signedOut sessionEnded                  | forgetPending, forgetSession          | R4
        linkWaiting         | renamed               | linking, service_unreachable            |                                       |
        linkWaiting         | adoptedOther          | linking, other_account                  |                                       | R53
        linkWaiting         | retryDue              | linking, service_unreachable            | submit                                | R29
        linkWaiting         | signOut               | signedOut byPerson                      | forgetPending, endSession             | R39
        linkWaiting         | signedInElsewhere     | signedIn                                | forgetPending, useSession             | R49
        linkWaiting         | signedOutElsewhere    | signedOut credentialRevoked             | forgetPending, forgetNames, forgetSession | R49

        merging             | foreground            | asking merge                            | checkCredential                       | R1
        merging             | foregroundLater       | asking merge                            | checkCredential                       | R1
        merging             | signal                | asking merge                            | checkCredential                       | R6
        merging             | sessionEnded          | signedOut sessionEnded                  | forgetPending, forgetSession          | R4
        merging             | renamed               | asking merge                            |                                       |
        merging             | typed                 | confirming                              | signInWithPassword                    | R52
        merging             | adopted               | asking merge                            | storeSession                          | R53
        merging             | adoptedOther          | asking merge, other_account             |                                       | R53
        merging             | cancel                | signedIn                                | forgetPending                         | R54
        merging             | signOut               | signedOut byPerson                      | forgetPending, endSession             | R39
        merging             | link                  | linking                                 | forgetPending, openAttempt link       | R55
        merging             | linkAgain             | linking                                 | forgetPending, openAttempt link       | R55
        merging             | upgrade               | linking                                 | forgetPending, openAttempt upgrade    | R55
        merging             | confirm               | confirming                              | forgetPending, openAttempt confirmation | R56
        merging             | answerNew             | asking merge, not_supported             |                                       | R54
        merging             | answerTicket          | asking merge, not_supported             |                                       | R54
        merging             | answerBadTicket       | asking merge, not_supported             |                                       | R54
        merging             | answerSession         | asking merge, not_supported             |                                       | R54
        merging             | answerMerge           | linking                                 | answer merge                          | R54
        merging             | questionOverdue       | signedIn, attempt_expired               | forgetPending                         | R54
        merging             | delete                | deleting                                | forgetPending, openAttempt deletion   | R40
        merging             | deleteAgain           | deleting                                | forgetPending, openAttempt deletion   | R40
        merging             | signedInElsewhere     | signedIn                                | forgetPending, useSession             | R49
        merging             | signedOutElsewhere    | signedOut credentialRevoked             | forgetPending, forgetNames, forgetSession | R49

        answeringMerge      | foreground            | linking                                 | checkCredential                       | R1
        answeringMerge      | foregroundLater       | linking                                 | checkCredential                       | R1
        answeringMerge      | signal                | linking                                 | checkCredential                       | R6
        answeringMerge      | sessionEnded          | signedOut sessionEnded                  | forgetPending, forgetSession          | R4
        answeringMerge      | renamed               | linking                                 |                                       |
        answeringMerge      | adoptedOther          | linking, other_account                  |                                       | R53
        answeringMerge      | signOut               | signedOut byPerson                      | forgetPending, endSession             | R39
        answeringMerge      | answered              | signedIn                                | storeSession, forgetPending           | R54
        answeringMerge      | answeredOther         | signedIn, other_account                 | endUnusedSession, forgetPending       | R54
        answeringMerge      | merged                | signedIn named                          | forgetPending                         | R54
        answeringMerge      | answerRefused         | asking merge, link_ticket_invalid       |                                       | R54
        answeringMerge      | questionOver          | signedIn, question_over                 | forgetPending                         | R54
        answeringMerge      | signedInElsewhere     | signedIn                                | forgetPending, useSession             | R49
        answeringMerge      | signedOutElsewhere    | signedOut credentialRevoked             | forgetPending, forgetNames, forgetSession | R49

        confirmOpening      | foreground            | confirming                              | checkCredential                       | R1
        confirmOpening      | foregroundLater       | confirming                              | checkCredential                       | R1
        confirmOpening      | signal                | confirming                              | checkCredential                       | R6
        confirmOpening      | sessionEnded          | signedOut sessionEnded                  | forgetSession                         | R4
        confirmOpening      | renamed               | confirming                              |                                       |
        confirmOpening      | openedConfirmation    | confirming                              | present confirmation                  | R56
        confirmOpening      | notOpenedConfirmation | signedIn, service_unreachable           |                                       | R56
        confirmOpening      | adoptedOther          | confirming, other_account               |                                       | R53
        confirmOpening      | cancel                | signedIn                                |                                       | R19
        confirmOpening      | signOut               | signedOut byPerson                      | endSession                            | R39
        confirmOpening      | signedInElsewhere     | signedIn                                | useSession                            | R49
        confirmOpening      | signedOutElsewhere    | signedOut credentialRevoked             | forgetNames, forgetSession            | R49

        confirmSheet        | foreground            | confirming                              | checkCredential                       | R1
        confirmSheet        | foregroundLater       | signedIn                                | dismissSheet, checkCredential         | R48
        confirmSheet        | background            | confirming                              |                                       | R48
        confirmSheet        | signal                | confirming                              | checkCredential                       | R6
        confirmSheet        | sessionEnded          | signedOut sessionEnded                  | dismissSheet, forgetSession           | R4
        confirmSheet        | renamed               | confirming                              |                                       |
        confirmSheet        | credential            | confirming                              | keepPending, submit                   | R29
        confirmSheet        | credentialOfOther     | signedIn, other_person                  |                                       | R56
        confirmSheet        | otherState            | signedIn, state_mismatch                |                                       | R26
        confirmSheet        | incomplete            | signedIn, credential_incomplete         |                                       | R28
        confirmSheet        | password              | signedIn, sheet_unexpected_credential   |                                       | R15
        confirmSheet        | canceled              | signedIn                                |                                       | R22
        confirmSheet        | sheetFailed           | signedIn, sheet_unknown                 |                                       | R18
        confirmSheet        | nothingFound          | signedIn                                |                                       | R22
        confirmSheet        | sheetOverdue          | signedIn, sheet_unanswered              | dismissSheet                          | R48
        confirmSheet        | adoptedOther          | confirming, other_account               |                                       | R53
        confirmSheet        | cancel                | signedIn                                | dismissSheet                          | R19
        confirmSheet        | signOut               | signedOut byPerson                      | dismissSheet, endSession              | R39
        confirmSheet        | signedInElsewhere     | signedIn                                | dismissSheet, useSession              | R49
        confirmSheet        | signedOutElsewhere    | signedOut credentialRevoked             | dismissSheet, forgetNames, forgetSession | R49

        confirmSending      | foreground            | confirming                              | checkCredential                       | R1
        confirmSending      | foregroundLater       | confirming                              | checkCredential                       | R1
        confirmSending      | signal                | confirming                              | checkCredential                       | R6
        confirmSending      | sessionEnded          | signedOut sessionEnded                  | forgetPending, forgetSession          | R4
        confirmSending      | renamed               | confirming                              |                                       |
        confirmSending      | accepted              | signedIn                                | replaceSession, forgetPending         | R29
        confirmSending      | otherAccount          | signedIn, other_account                 | endUnusedSession, forgetPending       | R38
        confirmSending      | refused               | signedIn, nonce_mismatch                | forgetPending                         | R28
        confirmSending      | unreachable           | signedIn, service_unreachable           | forgetPending                         | R29
        confirmSending      | asked                 | signedIn, other_account                 | forgetPending                         | R54
        confirmSending      | askedMerge            | signedIn, other_account                 | forgetPending                         | R54
        confirmSending      | adoptedOther          | confirming, other_account               |                                       | R53
        confirmSending      | cancel                | signedIn                                | forgetPending                         | R19
        confirmSending      | signOut               | signedOut byPerson                      | forgetPending, endSession             | R39
        confirmSending      | signedInElsewhere     | signedIn                                | forgetPending, useSession             | R49
        confirmSending      | signedOutElsewhere    | signedOut credentialRevoked             | forgetPending, forgetNames, forgetSession | R49

        confirmingPassword  | foreground            | confirming                              | checkCredential                       | R1
        confirmingPassword  | foregroundLater       | confirming                              | checkCredential                       | R1
        confirmingPassword  | signal                | confirming                              | checkCredential                       | R6
        confirmingPassword  | sessionEnded          | signedOut sessionEnded                  | forgetSession                         | R4
        confirmingPassword  | renamed               | confirming                              |                                       |
        confirmingPassword  | typedAccepted         | signedIn                                | replaceSession                        | R52
        confirmingPassword  | typedOther            | signedIn, other_account                 | endUnusedSession                      | R52
        confirmingPassword  | typedFailed           | signedIn, wrong_password                |                                       | R52
        confirmingPassword  | adoptedOther          | confirming, other_account               |                                       | R53
        confirmingPassword  | cancel                | signedIn                                |                                       | R19
        confirmingPassword  | signOut               | signedOut byPerson                      | endSession                            | R39
        confirmingPassword  | signedInElsewhere     | signedIn                                | useSession                            | R49
        confirmingPassword  | signedOutElsewhere    | signedOut credentialRevoked             | forgetNames, forgetSession            | R49
        """
}
