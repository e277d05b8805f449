/// What the ways to sign in and the questions do: their events in every situation, and every event in their own situations.
extension LifeCycleTable {
    static let linking = """
        unread              | signInLinking         | authorizing                             | openAttempt signIn                    | R51
        unread              | signInBadTicket       | signedOut notYet, link_ticket_invalid   |                                       | R51
        unread              | signInOffering        | authorizing                             | openAttempt signIn                    | R50
        unread              | typed                 | exchanging asking                       | signInWithPassword                    | R52
        unread              | adopted               | signedIn                                | storeSession                          | R53
        unread              | adoptedOther          | signedIn                                | storeSession                          | R53

        signedOut           | signInLinking         | authorizing                             | openAttempt signIn                    | R51
        signedOut           | signInBadTicket       | signedOut notYet, link_ticket_invalid   |                                       | R51
        signedOut           | signInOffering        | authorizing                             | openAttempt signIn                    | R50
        signedOut           | typed                 | exchanging asking                       | signInWithPassword                    | R52
        signedOut           | adopted               | signedIn                                | storeSession                          | R53
        signedOut           | adoptedOther          | signedIn                                | storeSession                          | R53

        searchOpening       | signInLinking         | authorizing                             | openAttempt signIn                    | R51
        searchOpening       | signInBadTicket       | searching, link_ticket_invalid          |                                       | R51
        searchOpening       | signInOffering        | authorizing                             | openAttempt signIn                    | R50
        searchOpening       | typed                 | exchanging asking                       | signInWithPassword                    | R52
        searchOpening       | adopted               | signedIn                                | storeSession                          | R53
        searchOpening       | adoptedOther          | signedIn                                | storeSession                          | R53

        searchSheet         | signInLinking         | authorizing                             | dismissSheet, openAttempt signIn      | R51
        searchSheet         | signInBadTicket       | searching, link_ticket_invalid          |                                       | R51
        searchSheet         | signInOffering        | authorizing                             | dismissSheet, openAttempt signIn      | R50
        searchSheet         | nothingFound          | signedOut notYet                        |                                       | R22
        searchSheet         | typed                 | exchanging asking                       | dismissSheet, signInWithPassword      | R52
        searchSheet         | adopted               | signedIn                                | dismissSheet, storeSession            | R53
        searchSheet         | adoptedOther          | signedIn                                | dismissSheet, storeSession            | R53

        signInOpening       | signInLinking         | authorizing                             | openAttempt signIn                    | R51
        signInOpening       | signInBadTicket       | authorizing, link_ticket_invalid        |                                       | R51
        signInOpening       | typed                 | exchanging asking                       | signInWithPassword                    | R52
        signInOpening       | adopted               | signedIn                                | storeSession                          | R53
        signInOpening       | adoptedOther          | signedIn                                | storeSession                          | R53

        signInSheet         | signInLinking         | authorizing                             | dismissSheet, openAttempt signIn      | R51
        signInSheet         | signInBadTicket       | authorizing, link_ticket_invalid        |                                       | R51
        signInSheet         | nothingFound          | signedOut notYet                        |                                       | R22
        signInSheet         | typed                 | exchanging asking                       | dismissSheet, signInWithPassword      | R52
        signInSheet         | adopted               | signedIn                                | dismissSheet, storeSession            | R53
        signInSheet         | adoptedOther          | signedIn                                | dismissSheet, storeSession            | R53

        sending             | asked                 | asking                                  | keepPending, watchQuestion            | R54
        sending             | askedMerge            | asking merge                            | keepPending, watchQuestion            | R54
        sending             | adopted               | signedIn                                | forgetPending, storeSession           | R53
        sending             | adoptedOther          | signedIn                                | forgetPending, storeSession           | R53

        waiting             | signInLinking         | exchanging asking, service_unreachable  | submit                                | R51
        waiting             | signInBadTicket       | exchanging asking, service_unreachable  | submit                                | R51
        waiting             | signInOffering        | exchanging asking, service_unreachable  | submit                                | R50
        waiting             | adopted               | signedIn                                | forgetPending, storeSession           | R53
        waiting             | adoptedOther          | signedIn                                | forgetPending, storeSession           | R53

        password            | adopted               | signedIn                                | storeSession                          | R53
        password            | adoptedOther          | signedIn                                | storeSession                          | R53

        launchCheck         | typed                 | confirming                              | signInWithPassword                    | R52
        launchCheck         | adopted               | signedIn                                | storeSession                          | R53
        launchCheck         | adoptedOther          | checking, other_account                 |                                       | R53
        launchCheck         | link                  | linking                                 | openAttempt link                      | R55
        launchCheck         | linkAgain             | linking                                 | openAttempt link                      | R55
        launchCheck         | upgrade               | linking                                 | openAttempt upgrade                   | R55
        launchCheck         | confirm               | confirming                              | openAttempt confirmation              | R56

        reinstalled         | typed                 | confirming                              | signInWithPassword                    | R52
        reinstalled         | adopted               | signedIn                                | storeSession                          | R53
        reinstalled         | adoptedOther          | checking, other_account                 |                                       | R53
        reinstalled         | link                  | linking                                 | openAttempt link                      | R55
        reinstalled         | linkAgain             | linking                                 | openAttempt link                      | R55
        reinstalled         | upgrade               | linking                                 | openAttempt upgrade                   | R55
        reinstalled         | confirm               | confirming                              | openAttempt confirmation              | R56

        signedIn            | typed                 | confirming                              | signInWithPassword                    | R52
        signedIn            | adopted               | signedIn                                | storeSession                          | R53
        signedIn            | adoptedOther          | signedIn, other_account                 |                                       | R53
        signedIn            | link                  | linking                                 | openAttempt link                      | R55
        signedIn            | linkAgain             | linking                                 | openAttempt link                      | R55
        signedIn            | upgrade               | linking                                 | openAttempt upgrade                   | R55
        signedIn            | confirm               | confirming                              | openAttempt confirmation              | R56

        passwordPerson      | typed                 | confirming                              | signInWithPassword                    | R52
        passwordPerson      | adopted               | signedIn                                | storeSession                          | R53
        passwordPerson      | adoptedOther          | signedIn, other_account                 |                                       | R53
        passwordPerson      | link                  | linking                                 | openAttempt link                      | R55
        passwordPerson      | linkAgain             | linking                                 | openAttempt link                      | R55
        passwordPerson      | upgrade               | linking                                 | openAttempt upgrade                   | R55

        foregroundCheck     | typed                 | confirming                              | signInWithPassword                    | R52
        foregroundCheck     | adopted               | signedIn                                | storeSession                          | R53
        foregroundCheck     | adoptedOther          | signedIn, other_account                 |                                       | R53
        foregroundCheck     | link                  | linking                                 | openAttempt link                      | R55
        foregroundCheck     | linkAgain             | linking                                 | openAttempt link                      | R55
        foregroundCheck     | upgrade               | linking                                 | openAttempt upgrade                   | R55
        foregroundCheck     | confirm               | confirming                              | openAttempt confirmation              | R56

        confirming          | typed                 | confirming                              | signInWithPassword                    | R52
        confirming          | adopted               | signedIn                                | storeSession                          | R53
        confirming          | adoptedOther          | signedIn, other_account                 |                                       | R53
        confirming          | link                  | linking                                 | openAttempt link                      | R55
        confirming          | linkAgain             | linking                                 | openAttempt link                      | R55
        confirming          | upgrade               | linking                                 | openAttempt upgrade                   | R55
        confirming          | confirm               | confirming                              | openAttempt confirmation              | R56

        confirmingLater     | typed                 | confirming                              | signInWithPassword                    | R52
        confirmingLater     | adopted               | signedIn                                | storeSession                          | R53
        confirmingLater     | adoptedOther          | signedIn, other_account                 |                                       | R53
        confirmingLater     | link                  | linking                                 | openAttempt link                      | R55
        confirmingLater     | linkAgain             | linking                                 | openAttempt link                      | R55
        confirmingLater     | upgrade               | linking                                 | openAttempt upgrade                   | R55
        confirmingLater     | confirm               | confirming                              | openAttempt confirmation              | R56

        reinstalledPassword | typed                 | confirming                              | signInWithPassword                    | R52
        reinstalledPassword | adopted               | signedIn                                | storeSession                          | R53
        reinstalledPassword | adoptedOther          | checking, other_account                 |                                       | R53
        reinstalledPassword | link                  | linking                                 | openAttempt link                      | R55
        reinstalledPassword | linkAgain             | linking                                 | openAttempt link                      | R55
        reinstalledPassword | upgrade               | linking                                 | openAttempt upgrade                   | R55

        transferOpening     | adoptedOther          | transferring, other_account             |                                       | R53
        transferOpening     | link                  | linking                                 | openAttempt link                      | R55
        transferOpening     | linkAgain             | linking                                 | openAttempt link                      | R55
        transferOpening     | upgrade               | linking                                 | openAttempt upgrade                   | R55
        transferOpening     | confirm               | confirming                              | openAttempt confirmation              | R56

        transferSheet       | nothingFound          | signedIn                                |                                       | R22
        transferSheet       | adoptedOther          | transferring, other_account             |                                       | R53
        transferSheet       | link                  | linking                                 | dismissSheet, openAttempt link        | R55
        transferSheet       | linkAgain             | linking                                 | dismissSheet, openAttempt link        | R55
        transferSheet       | upgrade               | linking                                 | dismissSheet, openAttempt upgrade     | R55
        transferSheet       | confirm               | confirming                              | dismissSheet, openAttempt confirmation | R56

        transferSending     | asked                 | signedIn                                | forgetPending, report other_account   | R54
        transferSending     | askedMerge            | signedIn                                | forgetPending, report other_account   | R54
        transferSending     | adoptedOther          | transferring, other_account             |                                       | R53

        deletionOpening     | adoptedOther          | deleting, other_account                 |                                       | R53

        deletionSheet       | nothingFound          | signedIn                                |                                       | R22
        deletionSheet       | adoptedOther          | deleting, other_account                 |                                       | R53

        deletionSending     | asked                 | signedIn, other_account                 | forgetPending                         | R54
        deletionSending     | askedMerge            | signedIn, other_account                 | forgetPending                         | R54
        deletionSending     | adoptedOther          | deleting, other_account                 |                                       | R53

        erasing             | adoptedOther          | deleting, other_account                 |                                       | R53

        offeringSheet       | foregroundLater       | signedOut notYet                        | dismissSheet                          | R48
        offeringSheet       | background            | authorizing                             |                                       | R48
        offeringSheet       | signInAgain           | authorizing                             | dismissSheet, openAttempt signIn      | R17
        offeringSheet       | signInLinking         | authorizing                             | dismissSheet, openAttempt signIn      | R51
        offeringSheet       | signInBadTicket       | authorizing, link_ticket_invalid        |                                       | R51
        offeringSheet       | credential            | exchanging asking                       | keepPending, submit                   | R29
        offeringSheet       | credentialOfOther     | exchanging asking                       | keepPending, submit                   | R29
        offeringSheet       | otherState            | signedOut notYet, state_mismatch        |                                       | R26
        offeringSheet       | incomplete            | signedOut notYet, credential_incomplete |                                       | R28
        offeringSheet       | password              | exchanging asking                       | signInWithPassword                    | R15
        offeringSheet       | canceled              | signedOut notYet                        |                                       | R22
        offeringSheet       | sheetFailed           | authorizing                             | present signIn                        | R50
        offeringSheet       | nothingFound          | authorizing                             | present signIn                        | R50
        offeringSheet       | sheetOverdue          | signedOut notYet, sheet_unanswered      | dismissSheet                          | R48
        offeringSheet       | typed                 | exchanging asking                       | dismissSheet, signInWithPassword      | R52
        offeringSheet       | adopted               | signedIn                                | dismissSheet, storeSession            | R53
        offeringSheet       | adoptedOther          | signedIn                                | dismissSheet, storeSession            | R53
        offeringSheet       | cancel                | signedOut notYet                        | dismissSheet                          | R19
        offeringSheet       | signOut               | signedOut notYet                        | dismissSheet                          | R39
        offeringSheet       | signedInElsewhere     | signedIn                                | dismissSheet, useSession              | R49

        typedPassword       | typedAccepted         | signedIn                                | storeSession                          | R52
        typedPassword       | typedOther            | signedIn                                | storeSession                          | R52
        typedPassword       | typedFailed           | signedOut notYet, wrong_password        |                                       | R52
        typedPassword       | adopted               | signedIn                                | storeSession                          | R53
        typedPassword       | adoptedOther          | signedIn                                | storeSession                          | R53
        typedPassword       | cancel                | signedOut notYet                        |                                       | R19
        typedPassword       | signOut               | signedOut notYet                        |                                       | R39

        asking              | signIn                | authorizing                             | forgetPending, openAttempt signIn     | R54
        asking              | signInAgain           | authorizing                             | forgetPending, openAttempt signIn     | R54
        asking              | signInLinking         | authorizing                             | forgetPending, openAttempt signIn     | R51
        asking              | signInBadTicket       | asking, link_ticket_invalid             |                                       | R51
        asking              | signInOffering        | authorizing                             | forgetPending, openAttempt signIn     | R50
        asking              | typed                 | exchanging asking                       | signInWithPassword                    | R52
        asking              | adopted               | asking known                            | storeSession                          | R53
        asking              | adoptedOther          | asking known                            | storeSession                          | R53
        asking              | cancel                | signedOut notYet                        | forgetPending                         | R54
        asking              | signOut               | signedOut notYet                        | forgetPending                         | R39
        asking              | answerNew             | exchanging asking                       | answer new                            | R54
        asking              | answerTicket          | exchanging asking                       | answer ticket                         | R54
        asking              | answerBadTicket       | asking, link_ticket_invalid             |                                       | R54
        asking              | answerSession         | asking, not_supported                   |                                       | R54
        asking              | answerMerge           | asking, not_supported                   |                                       | R54
        asking              | questionOverdue       | signedOut notYet, attempt_expired       | forgetPending                         | R54
        asking              | signedInElsewhere     | signedIn                                | forgetPending, useSession             | R49

        askingKnown         | sessionEnded          | signedOut sessionEnded                  | forgetPending, forgetSession          | R4
        askingKnown         | renamed               | asking known                            |                                       |
        askingKnown         | typed                 | confirming                              | signInWithPassword                    | R52
        askingKnown         | adopted               | asking known                            | storeSession                          | R53
        askingKnown         | adoptedOther          | asking known, other_account             |                                       | R53
        askingKnown         | cancel                | signedIn                                | forgetPending                         | R54
        askingKnown         | signOut               | signedOut byPerson                      | forgetPending, endSession             | R39
        askingKnown         | link                  | linking                                 | forgetPending, openAttempt link       | R55
        askingKnown         | linkAgain             | linking                                 | forgetPending, openAttempt link       | R55
        askingKnown         | upgrade               | linking                                 | forgetPending, openAttempt upgrade    | R55
        askingKnown         | answerNew             | asking known, not_supported             |                                       | R54
        askingKnown         | answerTicket          | asking known, not_supported             |                                       | R54
        askingKnown         | answerBadTicket       | asking known, not_supported             |                                       | R54
        askingKnown         | answerSession         | linking                                 | answer session                        | R54
        askingKnown         | answerMerge           | asking known, not_supported             |                                       | R54
        askingKnown         | questionOverdue       | signedIn, attempt_expired               | forgetPending                         | R54
        askingKnown         | delete                | deleting                                | forgetPending, deleteAccount          | R40
        askingKnown         | deleteAgain           | deleting                                | forgetPending, deleteAccount          | R40
        askingKnown         | signedInElsewhere     | signedIn                                | forgetPending, useSession             | R49
        askingKnown         | signedOutElsewhere    | signedOut credentialRevoked             | forgetPending, forgetSession          | R49

        answering           | adopted               | linking                                 | storeSession                          | R53
        answering           | adoptedOther          | linking                                 | storeSession                          | R53
        answering           | answered              | signedIn                                | storeSession, forgetPending           | R54
        answering           | answeredOther         | signedIn                                | storeSession, forgetPending           | R54
        answering           | merged                | signedOut notYet                        | forgetPending                         | R54
        answering           | answerRefused         | asking, link_ticket_invalid             |                                       | R54
        answering           | questionOver          | signedOut notYet, question_over         | forgetPending                         | R54

        answeringSession    | sessionEnded          | signedOut sessionEnded                  | forgetPending, forgetSession          | R4
        answeringSession    | renamed               | linking                                 |                                       |
        answeringSession    | adoptedOther          | linking, other_account                  |                                       | R53
        answeringSession    | signOut               | signedOut byPerson                      | forgetPending, endSession             | R39
        answeringSession    | answered              | signedIn                                | replaceSession, forgetPending         | R54
        answeringSession    | answeredOther         | signedIn, other_account                 | endUnusedSession, forgetPending       | R54
        answeringSession    | merged                | signedIn named                          | forgetPending                         | R54
        answeringSession    | answerRefused         | asking known, link_ticket_invalid       |                                       | R54
        answeringSession    | questionOver          | signedIn, question_over                 | forgetPending                         | R54
        answeringSession    | signedInElsewhere     | signedIn                                | forgetPending, useSession             | R49
        answeringSession    | signedOutElsewhere    | signedOut credentialRevoked             | forgetPending, forgetSession          | R49
        """
}
