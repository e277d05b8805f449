import Foundation

/// Finds the emulator that the environment names: a running one, or a program to start once for all tests.
actor EmulatorAddress {
    /// The one of the whole process, which tests of this module replace.
    @TaskLocal static var shared = EmulatorAddress(environment: ProcessInfo.processInfo.environment)

    /// The variable with the address of a running emulator.
    static let addressVariable = "APPLE_ID_EMULATOR_URL"
    /// The variable with the path of the program.
    static let programVariable = "APPLE_ID_EMULATOR"
    /// The variable with the token for control calls, if the emulator is on another machine.
    static let tokenVariable = "EMULATOR_CONTROL_TOKEN"

    static func isNamed(in environment: [String: String]) -> Bool {
        environment[addressVariable] != nil || environment[programVariable] != nil
    }

    private let environment: [String: String]
    #if os(macOS) || os(Linux)
        /// Kept, since the emulator ends with its program.
        private var starting: Task<EmulatorProgram, any Error>?
    #endif

    init(environment: [String: String]) { self.environment = environment }

    func calls() async throws -> EmulatorCalls {
        if let address = environment[Self.addressVariable] {
            guard let url = URL(string: address), url.host != nil else {
                throw EmulatorFailure("no_emulator", "\(Self.addressVariable) is no URL: \(address)")
            }
            return EmulatorCalls(baseURL: url, token: environment[Self.tokenVariable])
        }
        #if os(macOS) || os(Linux)
            if let path = environment[Self.programVariable] {
                let starting = self.starting ?? Task { try await EmulatorProgram(path: path) }
                self.starting = starting
                return EmulatorCalls(baseURL: try await starting.value.address)
            }
            throw EmulatorFailure(
                "no_emulator",
                "Set \(Self.addressVariable) to the address of a running emulator, or \(Self.programVariable) to the "
                    + "path of the program apple-id-emulator.")
        #else
            throw EmulatorFailure(
                "no_emulator", "Set \(Self.addressVariable) to the address of an emulator that runs on your Mac.")
        #endif
    }
}
