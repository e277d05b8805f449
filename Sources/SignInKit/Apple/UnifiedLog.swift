#if canImport(os)
    import Foundation
    import os

    extension SignInLog {
        /// The system's log in debug builds, and nothing in others.
        static let standard = isDebugBuild ? unified : SignInLog { _ in }

        /// Lines contain only codes, numbers and texts of the kit, so they need not be hidden.
        private static let unified: SignInLog = {
            let logger = Logger(subsystem: Bundle.main.bundleIdentifier ?? "SignInKit", category: "SignInKit")
            return SignInLog { line in logger.notice("\(line, privacy: .public)") }
        }()

        private static var isDebugBuild: Bool {
            #if DEBUG
                true
            #else
                false
            #endif
        }
    }
#else
    extension SignInLog {
        /// Nothing: this system has no such log.
        static let standard = SignInLog { _ in }
    }
#endif
