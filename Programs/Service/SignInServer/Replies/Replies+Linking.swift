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

extension AccountQuestionReply {
    init(_ offer: MergeOffer) {
        self.init(
            question: offer.question.question, expiresIn: offer.question.expiresIn,
            isAddressHidden: offer.question.isAddressHidden,
            merge: AccountMergePreview(account: AccountReply(offer.account), identities: offer.identities),
            reason: "transfer_conflict")
    }
}

extension SessionReply {
    init(_ signedIn: SignedIn, offering offer: MergeOffer?) {
        self.init(signedIn)
        self.offer = offer.map { AccountQuestionReply($0) }
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
    init(_ found: BackendAccounts.Found) {
        var reply = AccountReply(found.account)
        reply.canReceiveMail = found.delivery?.state.allowsMail
        self.init(
            account: reply, externalID: found.account.externalID, disabledAt: found.account.disabledAt,
            identities: found.identities.count)
        emailDelivery = found.delivery.map { delivery in
            EmailDeliveryReply(state: delivery.state.code, since: delivery.since, cause: delivery.cause)
        }
    }
}
