import AccountStorage
import SignInAPI
import SignInFlows

extension AccountQuestionReply {
    init(_ question: AccountQuestion, _ open: OpenQuestion) {
        self.init(
            question: question.question, expiresIn: question.expiresIn, isAddressHidden: question.isAddressHidden,
            merge: open.merge.map { AccountMergePreview(account: AccountReply($0.account), identities: $0.identities) },
            reason: question.isAboutTransfer ? "transfer_unknown" : nil)
    }
}

extension AccountIdentityEntry {
    init(_ entry: AccountIdentity) {
        self.init(
            id: entry.identity.id.text, issuer: entry.identity.issuer, teamID: entry.identity.teamID,
            createdAt: entry.identity.createdAt, canUnlink: entry.canUnlink)
    }
}

extension BackendAccountReply {
    init(_ account: Account, identities: Int) {
        self.init(
            account: AccountReply(account), externalID: account.externalID, disabledAt: account.disabledAt,
            identities: identities)
    }
}
