"""The decisions of SignInKit that get no switch, with the reasons."""

# Decisions that change nothing when they are off. A name that no longer exists is an error.
EXCEPTIONS = {
    "SessionKeeper: always renewal?.id == id": "the caller that began a renewal ends it, and no other begins before",
    "SessionKeeper: always renewed.account != asked.account": "the same account changes nothing",
    "SignInClient: always lifeCycle.status.state == .unknown (2)": "the life cycle takes a launch only once",
    "KeptNames: always !unstored.isEmpty": "reading the names changes nothing",
    "SignInClient+Backend: always pending.purpose == .deletion": (
        "only a person with a password deletes without a confirmation, and nobody of that kind follows in the same process"
    ),
    "SignInClient+Backend: always case .accepted = answer": "the next confirmation replaces it",
    "SessionKeeper: never error == .sessionEnded": "whoever renewed the session has reported that it ended",
    "ObservableSignInModel: always launched.state == .unknown": "the flag counts only while the state is unknown",
    "SignInService: port 443": "an origin with the other scheme is another origin, whatever its port",
}
