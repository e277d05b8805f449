public import Foundation
public import SignInKit

/// A device that `apple-id-emulator` simulates, for an app in the Simulator and for tests without one.
///
/// Its identity tokens are signed with the emulator's keys, so the whole sign-in can be tested with your real backend,
/// if that trusts the emulator instead of Apple. Each person has a device of their own, so that tests do not disturb
/// each other.
public struct EmulatorAppleDevice: AppleDevice {
    /// The emulator's control calls for this person and app.
    public let control: EmulatorControl
    /// Decides what the person does on a sheet.
    public var answer: @Sendable (SheetRequest) async -> EmulatorAnswer

    /// Creates a device on which a person is signed in.
    ///
    /// - Parameters:
    ///   - emulator: the emulator's address, such as `http://127.0.0.1:9080`: https, or http on this machine.
    ///   - bundleID: the app's bundle ID, which the emulator knows.
    ///   - person: the key of one of the emulator's people.
    ///   - controlToken: the emulator's `EMULATOR_CONTROL_TOKEN`, if it runs on another machine.
    ///   - transport: makes the requests.
    ///   - answer: decides what the person does on a sheet. By default, they sign in.
    public init(
        emulator: URL, bundleID: String, person: String, controlToken: String? = nil,
        transport: any ServiceTransport = URLSessionTransport(),
        answer: @escaping @Sendable (SheetRequest) async -> EmulatorAnswer = { _ in .signIn }
    ) {
        control = EmulatorControl(
            emulator: emulator, bundleID: bundleID, person: person, token: controlToken.map { Secret($0) },
            transport: transport)
        self.answer = answer
    }

    /// True: a search finds a person who has signed in to this app before, or a password saved for one of its domains.
    /// Otherwise, it shows nothing.
    public var canSearchQuietly: Bool { true }

    /// Shows the emulator's sheet, which ends as ``answer`` decides.
    public func present(_ request: SheetRequest) async -> SheetResult {
        do {
            if request.includesPasswords, let failure = try await control.searchFailure(request) {
                return .failed(failure)
            }
            let answer = await answer(request)
            if let failure = answer.failure { return .failed(failure) }
            return try await control.result(of: request, answer)
        } catch {
            return .failed(Task.isCancelled ? .canceled : .failed)
        }
    }

    /// Returns the credential state of a person.
    ///
    /// - Throws: `SignInFailure` if the emulator does not answer.
    public func credentialState(of appleUser: String) async throws -> CredentialState {
        try await control.credentialState(of: appleUser)
    }

    /// Signals when the person stops using an app of the team.
    public func revocations() async -> AsyncStream<Void> { control.signals() }
}
