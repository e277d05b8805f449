import AccountStorage
import SignInAPI
import SignInFlows

extension SessionReply {
    init(_ signedIn: SignedIn) {
        self.init(
            accessToken: signedIn.accessToken, expiresIn: signedIn.expiresIn, refreshToken: signedIn.refreshToken,
            account: AccountReply(signedIn.account))
    }

    init(_ renewed: RenewedSession) {
        self.init(
            accessToken: renewed.accessToken, expiresIn: renewed.expiresIn, refreshToken: renewed.refreshToken,
            account: AccountReply(renewed.account))
    }
}

extension AccountReply {
    init(_ account: Account) {
        let hasName = account.givenName != nil || account.familyName != nil
        self.init(
            id: account.id.text,
            name: hasName ? SignInAPI.PersonName(given: account.givenName, family: account.familyName) : nil,
            email: account.email, isEmailVerified: account.isEmailVerified, isPrivateEmail: account.isPrivateEmail,
            createdAt: account.createdAt)
    }
}
