import Foundation

/// An error of Apple's frameworks and the errors below it, as domains and numbers. Nobody knows what their texts
/// contain, so they are left out.
public struct FrameworkError: Sendable, Hashable, CustomStringConvertible {
    /// The domain, such as `AKAuthenticationError`.
    public let domain: String
    /// The number.
    public let code: Int
    /// The errors that caused it.
    public let underlying: [FrameworkError]

    /// Creates an error.
    public init(domain: String, code: Int, underlying: [FrameworkError] = []) {
        self.domain = domain
        self.code = code
        self.underlying = underlying
    }

    /// Keeps domain and number of an error, and of at most five levels below it.
    public init(_ error: any Error) { self.init(error, levels: 5) }

    private init(_ error: any Error, levels: Int) {
        let error = error as NSError
        // Both are keys of Foundation. Linux does not declare the second one.
        let causes = [error.userInfo[NSUnderlyingErrorKey]].compactMap { $0 as? any Error }
        let further = error.userInfo["NSMultipleUnderlyingErrorsKey"] as? [any Error] ?? []
        self.init(
            domain: error.domain, code: error.code,
            underlying: levels > 0 ? (causes + further).map { FrameworkError($0, levels: levels - 1) } : [])
    }

    /// This error and all below it.
    var all: [FrameworkError] { [self] + underlying.flatMap(\.all) }

    /// Whether the device has neither an Apple Account for the app nor a password. Developers saw this number; Apple does
    /// not document it.
    var saysNothingFound: Bool { all.contains { $0.domain == "AKAuthenticationError" && $0.code == -7089 } }

    /// Domains and numbers, from the top to the bottom.
    public var description: String { all.map { "\($0.domain) \($0.code)" }.joined(separator: ", caused by ") }
}

extension SheetFailure {
    /// The value of `ASAuthorizationErrorDomain`.
    static let domain = "com.apple.AuthenticationServices.AuthorizationError"

    /// Uses the number, so that codes newer than the SDK are kept.
    init(_ error: FrameworkError) {
        self = error.domain == Self.domain ? SheetFailure(code: error.code) : .unknown
    }
}
