extension SignInEnvironment {
    /// Takes from the budget of an activity. Refuses with `rate_limited` if it is used up.
    ///
    /// - Parameter owner: the account, or the identity that was proven.
    func spend(_ activity: AccountActivity, of owner: [UInt8]) throws(SignInError) {
        if let wait = budget(activity, owner) { throw .refused(.rateLimited, retryAfter: wait) }
    }
}
