import AccountStorage

/// The addresses to which a password reset may be mailed, and what a redeemed mail proves.
///
/// An unproven address may be mistyped, or belong to somebody else by now. So if an account has a proven address, its
/// unproven ones cannot be used. If none is proven, only one address can be proven first: the account's own, or else
/// its oldest. Both rules depend on the account only, so it makes no difference who asks or redeems first
/// (pre-hijacking: Sudhodanan and Paverd, USENIX Security 2022).
struct RecoveryAddresses: Equatable, Sendable {
    /// What a redeemed mail to one of the addresses proves.
    enum Proof: Equatable, Sendable {
        /// Nothing new: the address was proven before.
        case known
        /// Who owns the account: none of its addresses was proven before.
        case first
    }

    /// The addresses, the preferred one first.
    let addresses: [LoginNameText]
    let proof: Proof

    /// Decides which addresses can be used.
    ///
    /// - Parameters:
    ///   - account: an account with a password. Its own address counts as proven if it is verified, either by the app
    ///     at the import or by Apple before there was a password.
    ///   - names: every login name of the account.
    init(of account: Account, names: [LoginName]) {
        let own = account.email.flatMap { LoginNameText($0) }.flatMap { $0.isAddress ? $0 : nil }
        let ordered = names.filter(\.isAddress).sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
        var proven = ordered.filter { $0.provenAt != nil }.compactMap { LoginNameText($0.name) }
        if let own, account.isEmailVerified || proven.contains(own) {
            proven = [own] + proven.filter { $0 != own }
        }
        guard proven.isEmpty else {
            (addresses, proof) = (proven, .known)
            return
        }
        let claimed = ordered.compactMap { LoginNameText($0.name) }
        let first = claimed.first { $0 == own } ?? claimed.first
        (addresses, proof) = (first.map { [$0] } ?? [], .first)
    }

    /// The same, read inside a transaction.
    static func find(of account: Account, in records: any AccountTransaction) throws(StorageFailure) -> Self {
        Self(of: account, names: try records.findLoginNames(of: account.id))
    }

    /// The address for a mail that was requested under a name of the account: that name itself if it is one of these
    /// addresses, otherwise the preferred one.
    func choose(for typed: LoginNameID) -> LoginNameText? {
        addresses.first { $0.id == typed || $0.idAsWritten == typed } ?? addresses.first
    }

    /// What a mail to this address proves; nil if it is not, or no longer, one of these addresses.
    func proof(mailedTo address: LoginNameID) -> Proof? {
        addresses.contains { $0.id == address || $0.idAsWritten == address } ? proof : nil
    }
}
