#if canImport(AuthenticationServices)
    #if !(os(tvOS) || os(watchOS) || STAND_IN_TVOS || STAND_IN_WATCHOS)
        import AuthenticationServices
        import Foundation

        extension SignInClient {
            /// Signs in in the system's browser, at an ``OpenIDBackend``. A closed browser changes nothing.
            ///
            /// - Throws: ``SignInFailure/notSupported`` for another backend, or why it did not work.
            @MainActor
            public func signInInBrowser() async throws(SignInFailure) {
                guard let provider = backend as? OpenIDBackend else { throw .notSupported }
                let authorization = try provider.authorization(.random(at: Date()))
                let browser = BrowserSheet(authorization, scheme: provider.redirect.scheme)
                switch await browser.run() {
                case .closed: return
                case .failed: throw .sheet(.failed)
                case .returned(let callback):
                    do throws(SignInFailure) {
                        try await adopt(try await provider.session(for: callback, of: authorization))
                    } catch {
                        // The person said no at the service, which is no failure either.
                        guard error == .sheet(.canceled) else { throw error }
                    }
                }
            }
        }

        /// The system's browser for one sign-in.
        @MainActor
        final class BrowserSheet: NSObject {
            enum Answer: Sendable {
                case returned(URL)
                case closed
                case failed
            }

            private let authorization: WebAuthorization
            private let scheme: String?
            private var session: ASWebAuthenticationSession?
            private var window: PresentationWindow?

            init(_ authorization: WebAuthorization, scheme: String?) {
                self.authorization = authorization
                self.scheme = scheme
            }

            func run() async -> Answer {
                guard let window = SheetOrigin.current?.window ?? PresentationWindow.forSheet else { return .failed }
                self.window = window
                let (answers, answered) = AsyncStream.makeStream(of: Answer.self)
                // The system says on no particular queue how it ended.
                let session = ASWebAuthenticationSession(url: authorization.address, callbackURLScheme: scheme) {
                    @Sendable callback, error in
                    answered.yield(Answer(callback, error))
                }
                session.presentationContextProvider = self
                self.session = session
                guard session.start() else { return .failed }
                // The stream ends early if the calling task is cancelled.
                for await answer in answers { return answer }
                session.cancel()
                return .closed
            }
        }

        extension BrowserSheet.Answer {
            fileprivate init(_ callback: URL?, _ error: (any Error)?) {
                if let callback {
                    self = .returned(callback)
                } else {
                    let closed = ASWebAuthenticationSessionError.Code.canceledLogin.rawValue
                    self = error.map { FrameworkError($0).code } == closed ? .closed : .failed
                }
            }
        }

        // As for `AuthorizationSheet`, `nonisolated` fits newer and older SDKs.
        extension BrowserSheet: ASWebAuthenticationPresentationContextProviding {
            nonisolated func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
                MainActor.assumeIsolated { window ?? PresentationWindow.empty }
            }
        }
    #endif
#endif
