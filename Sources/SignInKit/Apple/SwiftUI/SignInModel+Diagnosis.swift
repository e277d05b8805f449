#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    extension SignInModel {
        /// Finds out what may keep people from signing in, as ``SignInClient/diagnosis()`` does.
        public func diagnosis() async -> SignInDiagnosis { await client?.diagnosis() ?? .ofRefusedAddress() }
    }
#endif
