extension ContinuousClock {
    /// A clock that only goes forward, and counts from now.
    package static func sinceNow() -> @Sendable () -> Duration {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }
}
