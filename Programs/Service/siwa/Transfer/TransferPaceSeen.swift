import SignInFlows

/// How fast people settled between two looks at a transfer.
struct TransferPaceSeen: Sendable {
    /// How many people settled in a second.
    let perSecond: Double
    /// How long it takes at this pace until nobody waits; nil if nobody settled.
    let secondsLeft: Double?
    /// How long lay between the looks.
    let seconds: Double

    init(from before: TransferOperations.Standing, to after: TransferOperations.Standing, after pause: Duration) {
        seconds = pause / .seconds(1)
        // New people may come faster than Apple answers.
        perSecond = Double(max(0, before.remaining - after.remaining)) / seconds
        secondsLeft = perSecond > 0 ? Double(after.remaining) / perSecond : nil
    }
}
