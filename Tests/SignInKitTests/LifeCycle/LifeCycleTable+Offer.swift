/// What an offer does: the sign-in that brings it, and every event while it is open.
extension LifeCycleTable {
    static let offer = """
        sending         | acceptedWithOffer  | asking offer                    | storeSession, forgetPending, keepPending, watchQuestion | R59
        transferSending | acceptedWithOffer  | signedIn                        | storeSession, forgetPending           | R59
        deletionSending | acceptedWithOffer  | deleting                        | storeSession, forgetPending, deleteAccount | R59
        linkSending     | acceptedWithOffer  | signedIn                        | storeSession, forgetPending           | R59
        confirmSending  | acceptedWithOffer  | signedIn                        | replaceSession, forgetPending         | R59

        offered         | foreground         | asking offer                    | checkCredential                       | R1
        offered         | foregroundLater    | asking offer                    | checkCredential                       | R1
        offered         | signal             | asking offer                    | checkCredential                       | R6
        offered         | sessionEnded       | signedOut sessionEnded          | forgetPending, forgetSession          | R4
        offered         | renamed            | asking offer                    |                                       |
        offered         | typed              | confirming                      | signInWithPassword                    | R52
        offered         | adopted            | signedIn                        | forgetPending, storeSession           | R53 R59
        offered         | adoptedOther       | asking offer, other_account     |                                       | R53
        offered         | cancel             | signedIn                        | forgetPending                         | R59
        offered         | signOut            | signedOut byPerson              | forgetPending, endSession             | R39
        offered         | link               | linking                         | forgetPending, openAttempt link       | R55
        offered         | linkAgain          | linking                         | forgetPending, openAttempt link       | R55
        offered         | upgrade            | linking                         | forgetPending, openAttempt upgrade    | R55
        offered         | confirm            | confirming                      | forgetPending, openAttempt confirmation | R56
        offered         | answerNew          | asking offer, not_supported     |                                       | R54
        offered         | answerTicket       | asking offer, not_supported     |                                       | R54
        offered         | answerBadTicket    | asking offer, not_supported     |                                       | R54
        offered         | answerSession      | asking offer, not_supported     |                                       | R54
        offered         | answerMerge        | linking                         | forgetPending, answer merge           | R59
        offered         | questionOverdue    | signedIn                        | forgetPending                         | R59
        offered         | delete             | deleting                        | forgetPending, openAttempt deletion   | R40
        offered         | deleteAgain        | deleting                        | forgetPending, openAttempt deletion   | R40
        offered         | signedInElsewhere  | signedIn                        | forgetPending, useSession             | R49
        offered         | signedOutElsewhere | signedOut credentialRevoked     | forgetPending, forgetNames, forgetSession | R49
        offered         | appleGoneElsewhere | signedIn                        | forgetPending, useSession             | R49

        answeringOffer  | foreground         | linking                         | checkCredential                       | R1
        answeringOffer  | foregroundLater    | linking                         | checkCredential                       | R1
        answeringOffer  | signal             | linking                         | checkCredential                       | R6
        answeringOffer  | sessionEnded       | signedOut sessionEnded          | forgetPending, forgetSession          | R4
        answeringOffer  | renamed            | linking                         |                                       |
        answeringOffer  | adoptedOther       | linking, other_account          |                                       | R53
        answeringOffer  | signOut            | signedOut byPerson              | forgetPending, endSession             | R39
        answeringOffer  | answered           | signedIn                        | replaceSession, forgetPending         | R54
        answeringOffer  | answeredOther      | signedIn, other_account         | endUnusedSession, forgetPending       | R54
        answeringOffer  | merged             | signedIn named                  | forgetPending                         | R59
        answeringOffer  | answerRefused      | asking offer, link_ticket_invalid |                                       | R54
        answeringOffer  | questionOver       | signedIn, question_over         | forgetPending                         | R54
        answeringOffer  | answerHeld         | signedIn, proof_required        | forgetPending                         | R54 R57
        answeringOffer  | signedInElsewhere  | signedIn                        | forgetPending, useSession             | R49
        answeringOffer  | signedOutElsewhere | signedOut credentialRevoked     | forgetPending, forgetNames, forgetSession | R49
        answeringOffer  | appleGoneElsewhere | signedIn                        | forgetPending, useSession             | R49
        """
}
