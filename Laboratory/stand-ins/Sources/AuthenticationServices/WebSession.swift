// The system's browser for a sign-in, as Apple declares it. tvOS has it since 16, and watchOS without a window; the kit uses
// neither.
//
// Pages: https://developer.apple.com/documentation/authenticationservices/
#if !(STAND_IN_WATCHOS || STAND_IN_TVOS)
    import Foundation

    // Page: aswebauthenticationsessionerror-swift.struct
    @available(iOS 12.0, macOS 10.15, tvOS 16.0, watchOS 6.2, visionOS 1.0, *)
    public enum ASWebAuthenticationSessionError {
        // Page: aswebauthenticationsessionerror-swift.struct/code
        public enum Code: Int, Sendable {
            // Page: aswebauthenticationsessionerror-swift.struct/code
            case canceledLogin = 1, presentationContextNotProvided, presentationContextInvalid
        }
    }

    #if STAND_IN_NONISOLATED_DELEGATES
        // Page: aswebauthenticationpresentationcontextproviding
        @available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
        @available(tvOS, unavailable)
        @available(watchOS, unavailable)
        public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
            // Page: aswebauthenticationpresentationcontextproviding/presentationanchor(for:)
            func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
        }
    #else
        // Page: aswebauthenticationpresentationcontextproviding
        @available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
        @available(tvOS, unavailable)
        @available(watchOS, unavailable)
        @MainActor
        public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
            // Page: aswebauthenticationpresentationcontextproviding/presentationanchor(for:)
            func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
        }
    #endif

    // Page: aswebauthenticationsession
    @available(iOS 12.0, macOS 10.15, tvOS 16.0, watchOS 6.2, visionOS 1.0, *)
    open class ASWebAuthenticationSession: NSObject {
        // Page: aswebauthenticationsession/presentationcontextprovider
        @available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
        @available(tvOS, unavailable)
        @available(watchOS, unavailable)
        public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
        private let address: URL
        private let scheme: String?
        private let complete: (URL?, (any Error)?) -> Void
        // Page: aswebauthenticationsession/init(url:callbackurlscheme:completionhandler:)
        public init(
            url: URL, callbackURLScheme: String?, completionHandler: @escaping (URL?, (any Error)?) -> Void
        ) {
            address = url
            scheme = callbackURLScheme
            complete = completionHandler
        }
        // Page: aswebauthenticationsession/start()
        @discardableResult
        public func start() -> Bool {
            let browse = StandInBrowser.current
            nonisolated(unsafe) let session = self
            guard presentationContextProvider != nil else { return false }
            Task.detached {
                let callback = await browse(session.address)
                let isOurs = callback?.scheme == session.scheme
                session.complete(isOurs ? callback : nil, isOurs ? nil : ASWebAuthenticationSession.closed)
            }
            return true
        }
        // Page: aswebauthenticationsession/cancel()
        public func cancel() {}

        private static let closed = NSError(
            domain: "com.apple.AuthenticationServices.WebAuthenticationSession", code: 1)
    }

    @available(*, unavailable) extension ASWebAuthenticationSession: @unchecked Sendable {}

    /// The person at the browser: returns where it was sent at last, or nil if they closed it.
    public enum StandInBrowser {
        public nonisolated(unsafe) static var current: @Sendable (URL) async -> URL? = { _ in nil }
    }
#endif
