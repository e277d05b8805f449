/// What happens to a person who waits for a decision of the app's backend: its events in every situation, and every event
/// while the person waits.
extension LifeCycleTable {
    static let held = """
        sending             | held                  | signedOut notYet, proof_required        |                                       | R57
        transferSending     | held                  | signedIn                                | forgetPending, report proof_required  | R57
        deletionSending     | held                  | signedIn, proof_required                | forgetPending                         | R57
        linkSending         | held                  | signedIn, proof_required                | forgetPending                         | R57
        confirmSending      | held                  | signedIn, proof_required                | forgetPending                         | R57
        answering           | answerHeld            | signedOut notYet, proof_required        | forgetPending                         | R54 R57
        answeringSession    | answerHeld            | signedIn, proof_required                | forgetPending                         | R54 R57
        answeringMerge      | answerHeld            | signedIn, proof_required                | forgetPending                         | R54 R57

        held                | foreground            | exchanging asking, proof_required       | submit                                | R57
        held                | foregroundLater       | exchanging asking, proof_required       | submit                                | R57
        held                | signIn                | exchanging asking, proof_required       | submit                                | R57
        held                | signInAgain           | exchanging asking, proof_required       | submit                                | R57
        held                | signInOffering        | exchanging asking, proof_required       | submit                                | R57
        held                | signInLinking         | authorizing                             | forgetPending, openAttempt signIn     | R51 R57
        held                | signInBadTicket       | signedOut notYet, link_ticket_invalid   |                                       | R51
        held                | typed                 | exchanging asking                       | forgetPending, signInWithPassword     | R52 R57
        held                | adopted               | signedIn                                | forgetPending, storeSession           | R53
        held                | adoptedOther          | signedIn                                | forgetPending, storeSession           | R53
        held                | cancel                | signedOut notYet                        | forgetPending                         | R19
        held                | signOut               | signedOut notYet                        | forgetPending                         | R39
        held                | signedInElsewhere     | signedIn                                | forgetPending, useSession             | R49
        """
}
