import SignInAPI

@testable import SignInKit

extension SignInStatus {
    /// The status in the words of the table.
    var words: String { state.words + (failure.map { ", " + $0.code } ?? "") }
}

extension SignInState {
    var words: String {
        switch self {
        case .unknown: "unknown"
        case .signedOut(.accountDeleted): "signedOut accountDeleted"
        case .signedOut(let reason): "signedOut \(reason)"
        case .checking: "checking"
        case .searching: "searching"
        case .authorizing: "authorizing"
        case .exchanging(let progress): "exchanging \(progress)"
        case .asking(let question):
            if question.isOffer {
                "asking offer"
            } else {
                question.merge != nil ? "asking merge" : question.person == nil ? "asking" : "asking known"
            }
        case .signedIn(let person): "signedIn" + (person.account.name == nil ? "" : " named")
        case .linking: "linking"
        case .confirming: "confirming"
        case .transferring: "transferring"
        case .deleting: "deleting"
        }
    }
}

extension SignInEffect {
    /// The effect in the words of the table.
    var words: String {
        switch self {
        case .checkCredential: "checkCredential"
        case .confirmSession: "confirmSession"
        case .openAttempt(let opening): "openAttempt \(opening.purpose)"
        case .present(let request): "present \(request.purpose)"
        case .dismissSheet: "dismissSheet"
        case .keepPending: "keepPending"
        case .submit: "submit"
        case .scheduleRetry: "scheduleRetry"
        case .watchQuestion: "watchQuestion"
        case .answer(.new, _): "answer new"
        case .answer(.ticket, _): "answer ticket"
        case .answer(.session, _): "answer session"
        case .answer(.merge, _): "answer merge"
        case .forgetPending: "forgetPending"
        case .changeNames(.keep): "keepName"
        case .changeNames(.forget): "forgetNames"
        case .storeSession: "storeSession"
        case .replaceSession: "replaceSession"
        case .useSession: "useSession"
        case .forgetAppleUser: "forgetAppleUser"
        case .signInWithPassword: "signInWithPassword"
        case .endSession: "endSession"
        case .forgetSession: "forgetSession"
        case .endUnusedSession: "endUnusedSession"
        case .deleteAccount: "deleteAccount"
        case .reportTransfer(let failure): "report \(failure.code)"
        }
    }
}
