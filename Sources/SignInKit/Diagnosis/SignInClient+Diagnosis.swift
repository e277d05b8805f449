import Foundation

extension SignInClient {
    /// Finds out what may keep people from signing in, for the developer of the app: print it, or show it in a debug build.
    ///
    /// It reads the build's profile and the session, and opens an attempt at the sign-in service that nobody uses.
    public func diagnosis() async -> SignInDiagnosis { await diagnosis(of: SignInDiagnosis.Facts.Build(.main)) }

    func diagnosis(of build: SignInDiagnosis.Facts.Build) async -> SignInDiagnosis {
        let asked = await (backend as? SignInService)?.probe()
        return SignInDiagnosis(
            SignInDiagnosis.Facts(
                build: build, backend: asked.map { .service($0) } ?? .other, storageError: storageError(),
                sheet: sheetFault, now: clock.now()))
    }

    private func storageError() -> FrameworkError? {
        do {
            _ = try records.storage.read(.session)
            return nil
        } catch {
            return FrameworkError(error)
        }
    }

    /// Keeps the error of a sheet. Nobody asked for a search, and a person may close any sheet.
    func note(_ result: SheetResult, of purpose: SheetPurpose?) {
        if case .apple = result { sheetFault = nil }
        guard case .error(let error) = result, purpose != .search else { return }
        let failure = SheetFailure(error)
        // The system reports a cause if it closed the sheet itself.
        if failure == .canceled, error.underlying.isEmpty { return }
        sheetFault = SheetFault(failure: failure, error: error)
        observe(.sheetFailed(failure, error))
    }

    /// Reports a failure. A sheet without a window and a sheet that never ends bring no error of the system, so their
    /// failure is kept alone.
    func report(_ failure: SignInFailure) {
        if case .sheet(let failure) = failure, failure != sheetFault?.failure {
            sheetFault = SheetFault(failure: failure)
        }
        observe(.failed(failure))
    }
}

extension SignInDiagnosis {
    /// The diagnosis of an app whose client could not be made.
    static func ofRefusedAddress(now: Date = Date()) -> SignInDiagnosis {
        SignInDiagnosis(Facts(build: Facts.Build(.main), backend: .refused, now: now))
    }
}

extension SignInDiagnosis.Facts.Build {
    init(_ bundle: Bundle) {
        self.init(profile: ProvisioningProfile.embedded(in: bundle), bundleID: bundle.bundleIdentifier)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservableSignInModel {
    /// Finds out what may keep people from signing in, as ``SignInClient/diagnosis()`` does.
    public func diagnosis() async -> SignInDiagnosis { await client?.diagnosis() ?? .ofRefusedAddress() }
}
