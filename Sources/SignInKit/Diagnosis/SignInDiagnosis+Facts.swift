import Foundation

extension SignInDiagnosis {
    /// What a diagnosis is made of.
    struct Facts: Sendable {
        /// Where the app runs and what it is.
        struct Build: Sendable {
            var profile: ProvisioningProfile?
            var bundleID: String?
        }

        /// What a backend says.
        enum Backend: Sendable {
            /// The sign-in service was asked.
            case service(ServiceProbe)
            /// The app has a backend of its own.
            case other
            /// Tokens may not be sent to the address.
            case refused
        }

        var build: Build
        var backend: Backend
        /// The error of reading the session.
        var storageError: FrameworkError?
        var sheet: SheetFault?
        var now: Date
    }

    init(_ facts: Facts) {
        findings = [
            Self.entitlement(facts.build, at: facts.now), Self.address(facts.backend), Self.client(facts.backend),
            Self.clock(facts.backend), Self.storage(facts.storageError), Self.sheet(facts.sheet),
        ]
    }

    private static func entitlement(_ build: Facts.Build, at now: Date) -> Finding {
        guard let profile = build.profile else {
            return Finding(
                .entitlement, .unknown,
                "This build has no profile, as in the Simulator and from the App Store. Look at Signing & Capabilities."
            )
        }
        guard profile.allowsSignIn else {
            return Finding(
                .entitlement, .wrong,
                "The profile of this build does not allow Sign in with Apple. Add the capability to the target, for each"
                    + " build configuration. A free personal team cannot have it.")
        }
        if let bundleID = build.bundleID, !profile.isFor(bundleID) {
            return Finding(
                .entitlement, .wrong, "The profile is for \(profile.appID), and the app is \(bundleID).")
        }
        if let end = profile.expiresAt, end <= now {
            return Finding(.entitlement, .wrong, "The profile of this build has expired. Build the app again.")
        }
        return Finding(.entitlement, .good, "The profile of this build allows Sign in with Apple.")
    }

    private static func address(_ backend: Facts.Backend) -> Finding {
        switch backend {
        case .other: return Finding(.address, .unknown, "The app has a backend of its own.")
        case .refused:
            return Finding(.address, .wrong, LikelyCause.of(SignInFailure.addressRefused) ?? "")
        case .service(let probe):
            let place = shown(probe.address)
            switch probe.answer {
            case .opened, .refused, .limited:
                return Finding(.address, .good, "The service answers at \(place).")
            case .broken(let code):
                return Finding(
                    .address, .wrong,
                    "The service at \(place) cannot serve the request now: \(code). Its log says why.")
            case .foreign(let status):
                return Finding(
                    .address, .wrong,
                    "At \(place), something else than the service answers, with the status \(status). A proxy may stand"
                        + " before it, or the path is wrong.")
            case .nothing(let error):
                return Finding(
                    .address, .wrong, ["Nothing answers at \(place): \(error).", LikelyCause.of(error)].sentence)
            }
        }
    }

    private static func client(_ backend: Facts.Backend) -> Finding {
        guard case .service(let probe) = backend else {
            return Finding(.client, .unknown, "No service was asked.")
        }
        switch probe.answer {
        case .opened: return Finding(.client, .good, "The service knows \"\(probe.client)\" as an app.")
        case .refused(let code):
            let cause = LikelyCause.of(.refused(code: code, requestID: ""))
            return Finding(
                .client, .wrong, ["The service refuses \"\(probe.client)\" with \(code).", cause].sentence)
        case .limited(let code):
            return Finding(.client, .unknown, "The service was asked too often: \(code). Ask again in a few minutes.")
        case .broken(let code): return Finding(.client, .unknown, "The service did not look at the name: \(code).")
        case .foreign, .nothing: return Finding(.client, .unknown, "The service was not reached.")
        }
    }

    /// A minute is more than any network delays an answer that still comes.
    private static let toleratedSeconds: Double = 60

    private static func clock(_ backend: Facts.Backend) -> Finding {
        guard case .service(let probe) = backend, let clocks = probe.clocks else {
            return Finding(.clock, .unknown, "No server said what time it is.")
        }
        let ahead = clocks.ours.timeIntervalSince(clocks.theirs)
        guard abs(ahead) > toleratedSeconds else {
            return Finding(.clock, .good, "This device's clock agrees with the server's.")
        }
        return Finding(
            .clock, .wrong,
            "This device's clock is \(Int(abs(ahead))) seconds \(ahead > 0 ? "ahead of" : "behind") the server's.")
    }

    private static func storage(_ error: FrameworkError?) -> Finding {
        guard let error else { return Finding(.storage, .good, "The session can be read.") }
        return Finding(.storage, .wrong, ["The session cannot be read: \(error).", LikelyCause.of(error)].sentence)
    }

    private static func sheet(_ fault: SheetFault?) -> Finding {
        guard let fault else { return Finding(.sheet, .good, "Apple's sheet has not failed since the app started.") }
        if let error = fault.error {
            return Finding(
                .sheet, fault.mayBeClosed ? .unknown : .wrong,
                ["Apple's sheet failed: \(error).", LikelyCause.of(error)].sentence)
        }
        let failure = SignInFailure.sheet(fault.failure)
        return Finding(.sheet, .wrong, ["Apple's sheet failed: \(failure.code).", LikelyCause.of(failure)].sentence)
    }

    /// Without anything that could be a secret: only scheme, host and port.
    private static func shown(_ address: URL) -> String {
        var parts = URLComponents()
        parts.scheme = address.scheme
        parts.host = address.host
        parts.port = address.port
        return parts.string ?? "the address"
    }
}

extension [String?] {
    fileprivate var sentence: String { compactMap { $0 }.joined(separator: " ") }
}
