import SignInAPI

extension NativeAttemptReply: WrittenReply {
    func write(to reply: inout ReplyWriter) {
        reply.member("attempt", attempt)
        reply.member("expires_in", expiresIn)
        reply.member("nonce", nonce)
    }
}

extension ScriptAttemptReply: WrittenReply {
    func write(to reply: inout ReplyWriter) {
        reply.member("client_id", clientID)
        reply.member("code_challenge", ifPresent: codeChallenge)
        reply.member("code_challenge_method", ifPresent: codeChallengeMethod)
        reply.member("expires_in", expiresIn)
        reply.member("nonce", nonce)
        reply.member("redirect_uri", redirectURI)
        reply.member("scope", scope)
        reply.member("state", state)
        reply.member("use_popup", usePopup)
    }
}

extension SessionReply: WrittenReply {
    func write(to reply: inout ReplyWriter) {
        reply.member("access_token", accessToken)
        reply.member("account", account)
        reply.member("expires_in", expiresIn)
        reply.member("offer", ifPresent: offer)
        reply.member("refresh_token", refreshToken)
        reply.member("token_type", tokenType)
    }
}

extension AccountReply: WrittenReply {
    func write(to reply: inout ReplyWriter) {
        reply.member("can_receive_mail", ifPresent: canReceiveMail)
        reply.member("created_at", Timestamp.text(of: createdAt))
        reply.member("email", orNull: email)
        reply.member("id", id)
        reply.member("is_email_verified", isEmailVerified)
        reply.member("is_private_email", isPrivateEmail)
        reply.member("name", orNull: name)
    }
}

extension SignInAPI.PersonName: WrittenReply {
    func write(to reply: inout ReplyWriter) {
        reply.member("family", ifPresent: family)
        reply.member("given", ifPresent: given)
    }
}

extension BackendAccountReply: WrittenReply {
    func write(to reply: inout ReplyWriter) {
        reply.member("account", account)
        reply.member("disabled_at", ifPresent: disabledAt)
        reply.member("email_delivery", ifPresent: emailDelivery)
        reply.member("external_id", ifPresent: externalID)
        reply.member("identities", identities)
    }
}

extension EmailDeliveryReply: WrittenReply {
    func write(to reply: inout ReplyWriter) {
        reply.member("cause", ifPresent: cause)
        reply.member("since", since)
        reply.member("state", state)
    }
}

extension AccountQuestionReply: WrittenReply {
    func write(to reply: inout ReplyWriter) {
        reply.member("expires_in", expiresIn)
        reply.member("is_address_hidden", isAddressHidden)
        reply.member("merge", ifPresent: merge)
        reply.member("question", question)
        reply.member("reason", ifPresent: reason)
    }
}

extension AccountMergePreview: WrittenReply {
    func write(to reply: inout ReplyWriter) {
        reply.member("account", account)
        reply.member("identities", identities)
    }
}
