/// What belongs to the storage that clients and processes share: a tap that began without it, and another client that learned
/// that no Apple Account opens the account any longer. Whoever is somebody else follows that client's session.
extension LifeCycleTable {
    static let elsewhere = """
        unreadOpening       | openedSignIn          | authorizing                             | present signIn                        | R17 R23
        unreadOpening       | notOpenedSignIn       | signedOut notYet, service_unreachable   |                                       | R24
        unreadOpening       | cancel                | signedOut notYet                        |                                       | R19
        unreadOpening       | signOut               | signedOut notYet                        |                                       | R39
        unreadOpening       | signInLinking         | authorizing                             | openAttempt signIn                    | R51
        unreadOpening       | signInBadTicket       | authorizing, link_ticket_invalid        |                                       | R51
        unreadOpening       | typed                 | exchanging asking                       | signInWithPassword                    | R52
        unreadOpening       | adopted               | signedIn                                | storeSession                          | R53
        unreadOpening       | adoptedOther          | signedIn                                | storeSession                          | R53

        launchCheck         | appleGoneElsewhere    | signedIn                                | useSession, forgetNames               | R49 R58
        signedIn            | appleGoneElsewhere    | signedIn                                | useSession, forgetNames               | R49 R58
        foregroundCheck     | appleGoneElsewhere    | signedIn                                | useSession, forgetNames               | R49 R58

        signedOut           | appleGoneElsewhere    | signedIn                                | useSession                            | R49
        searchOpening       | appleGoneElsewhere    | signedIn                                | useSession                            | R49
        signInOpening       | appleGoneElsewhere    | signedIn                                | useSession                            | R49
        passwordPerson      | appleGoneElsewhere    | signedIn                                | useSession                            | R49
        confirming          | appleGoneElsewhere    | signedIn                                | useSession                            | R49
        reinstalledPassword | appleGoneElsewhere    | signedIn                                | useSession                            | R49
        searchSheet         | appleGoneElsewhere    | signedIn                                | dismissSheet, useSession              | R49
        signInSheet         | appleGoneElsewhere    | signedIn                                | dismissSheet, useSession              | R49
        offeringSheet       | appleGoneElsewhere    | signedIn                                | dismissSheet, useSession              | R49
        waiting             | appleGoneElsewhere    | signedIn                                | forgetPending, useSession             | R49
        held                | appleGoneElsewhere    | signedIn                                | forgetPending, useSession             | R49
        asking              | appleGoneElsewhere    | signedIn                                | forgetPending, useSession             | R49
        askingKnown         | appleGoneElsewhere    | signedIn                                | forgetPending, useSession             | R49
        answeringSession    | appleGoneElsewhere    | signedIn                                | forgetPending, useSession             | R49
        """
}
