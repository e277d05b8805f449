/// One round of one kind of background work: tries each due item once and returns how many it did. Unless that is zero,
/// the next round follows at once.
package typealias BackgroundRound = @Sendable () async throws(SignInError) -> Int
