import Testing

/// Provides one emulator and one service for all tests of a suite, which run one after another, or for one case of a
/// test, and stops them afterwards.
struct SharedSystem: SuiteTrait, TestTrait, TestScoping {
    @TaskLocal private static var current: SignInSystem?
    let startsService: Bool
    let appleSeconds: Int

    /// The system of the running suite.
    static var system: SignInSystem {
        get throws { try #require(current, "the suite has no shared system") }
    }

    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await SignInSystem.run(appleSeconds: appleSeconds) { system in
            if startsService { try await system.startService() }
            try await Self.$current.withValue(system) { try await function() }
        }
    }
}

extension Trait where Self == SharedSystem {
    /// A running emulator and a running service.
    static var sharedSystem: Self { sharedSystem(appleSeconds: SignInSystem.patience) }
    /// A running emulator; each test starts the service.
    static var sharedEmulator: Self { sharedEmulator(appleSeconds: SignInSystem.patience) }

    /// The same, with a service that waits for Apple no longer than this.
    static func sharedSystem(appleSeconds: Int) -> Self {
        SharedSystem(startsService: true, appleSeconds: appleSeconds)
    }
    static func sharedEmulator(appleSeconds: Int) -> Self {
        SharedSystem(startsService: false, appleSeconds: appleSeconds)
    }
}
