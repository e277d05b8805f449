// A build may offer Swift Testing to test targets only. The rest of this module then compiles without the trait.
#if canImport(Testing)
    public import Testing

    /// Gives each test a team of its own at a running `apple-id-emulator`.
    ///
    /// On a suite, it gives one to each of its tests. A test with arguments gets one for each argument.
    public struct AppleIDEmulatorTrait: TestTrait, SuiteTrait, TestScoping {
        let returnURLs: [String]

        /// Whether the trait of a suite also applies to its tests: it does.
        public var isRecursive: Bool { true }

        /// Runs a test while ``AppleIDEmulator/current`` is an emulator with a new team.
        @concurrent
        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
        ) async throws {
            try await AppleIDEmulator.withTeam(returnURLs: returnURLs) { try await function() }
        }
    }

    extension Trait where Self == AppleIDEmulatorTrait {
        /// Gives the test a team of its own at a running `apple-id-emulator`.
        public static var appleIDEmulator: Self { AppleIDEmulatorTrait(returnURLs: EmulatorTeam.defaultReturnURLs) }

        /// Gives the test a team of its own whose service has these return URLs: https, or http on this machine.
        public static func appleIDEmulator(returnURLs: String...) -> Self {
            AppleIDEmulatorTrait(returnURLs: returnURLs)
        }
    }
#endif
