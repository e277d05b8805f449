/// Takes what is due of one kind of background work, and tries each once. Returns how much it did: while that is anything, the
/// next round follows at once.
package typealias BackgroundRound = @Sendable () async throws(SignInError) -> Int
