extension ContinuousClock {
    /// A monotonic clock that counts from now.
    package static func sinceNow() -> @Sendable () -> Duration {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }
}
