"""The checks of the service that get no switch, with the reasons."""

# Checks that change no behaviour when they are off, with the reasons. They get no switch. A name that no longer exists
# is an error.
LENGTH = "43 characters of base64url and 32 bytes are the same texts, and the other half of the guard asks"
EXCEPTIONS = {
    "RequestConnection: due < (timer?.due ?? .distantFuture)": "the timer is set again to the same time; the check spares that",
    "BrowserProof: !target.isEmpty": "the code over the text is compared as well, and no empty target was signed",
    "SignInAttempts: !isStored": "an attempt that is stored is not stored again; the check spares the statement",
    "SignInAttempts: attempt.refusal(at: environment.instant) == nil": (
        "the claim refuses it, or no token is that new, and then it is read; the check spares the verification"
    ),
    "SignInCommit+Account: if case .held = grant": "whoever answers a question has a stored grant, which is left alone as well",
    "CodeRedemption: session.endedAt == nil": (
        "a session that has ended does not end again; the check spares the statement (Laboratory/cost)"
    ),
    "CodeRedemption: try records.endSession(id, at: now)": "the same transaction has just read that the session has not ended",
    "MailReports: HiddenAddress.isThere(in: account)": "the transaction finds no hidden address either; the check spares it",
    "HeldSession: try records.findHeldSignIn(held.id) != nil": (
        "the transaction before has just read it; what removes it opens, closes or deletes the account as well, "
        "or voids a handle a moment later"
    ),
    "WebSignIn: error == .refused(.attemptUsed)": "a browser can have arrived only if its attempt is used; the check spares a read",
    "SignInCommit: person.hasOutboxItems": "without an item none is found; the check spares the statement",
    "SignInCommit: !vault.isCurrent(token)": "a token that is sealed again under the same key opens as well",
    "OneUseSecret: text.utf8.count == 43": LENGTH,
    "OneUseSecret: bytes.count == Self.length": LENGTH,
    "AttemptSecret: text.utf8.count == 43": LENGTH,
    "AttemptSecret: bytes.count == AttemptSecret.length": LENGTH,
    "CredentialKey: secret.count == Self.length": "a secret of another length has another hash, which is compared",
    "SessionTokens: counter >= 0": "the code over the text was checked before, and no other counter was signed",
    "SignInCommit+Account: login.accountID != account": "the account is new, so no login name leads to it",
    "LoginNameText: !text.isEmpty (2)": "without a text there is no label of 1 to 63 characters, which is asked next",
    "LoginNameText: idAsWritten != id": "the same row is read once more",
    "SessionTokens: text.utf8.count <= Self.maximumBytes": "no longer text was signed; the check spares the work on one",
    "ReturnTarget: digits.count == 2": "one digit is a control character, which is refused next; none is no number",
    "ReturnTarget: digits.allSatisfy(isHexDigit)": "a sign and one digit are a control character, or no number",
    "SignInCommit+Account: facts.applied(to: account, takesAddress: true) != account": "the account is the same either way",
    "EventOutbox: isOn (2)": "the other function asks again; this guard spares it the account",
    "AccountEditing: if isSame, account.hasOwnName": "the same account is written again",
    "BackendAccounts: if account == before": "the same account is written again",
    "SessionList: page.count == Self.pageLength": "behind a page that is not full comes an empty one, which ends the loop",
    "DescriptorBudget: getrlimit(resource, &limit) == 0": "getrlimit does not fail for this resource",
    "SQLForeignIdentityRecords: added == 0": "a row just added is found again and names the same",
    "SQLAuditRecords: try first(.findOld, old, read: { _ throws(StorageFailure) in": "where nothing is old, nothing is removed",
    "TransferImport: try records.changeTransferEntry(changed, from: .known)": "the same transaction has just read that the entry is known",
    "TransferImport: !EmailAddress.isSame(known, email)": "the same address is written again",
    "RepeatedSignIn: isMoving": "only a sign-in with a client that moves offers a merge; the check spares the statement",
    "TransferExport: if try records.changeTransferEntry(found, from: .waiting)": (
        "the entry does not wait any more, so the second change finds none"
    ),
    "SQLSessionRecords: if try change(.extendOnSameDay, values) == 1": "the other statement writes the same again",
}
