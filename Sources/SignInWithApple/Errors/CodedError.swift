#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An error of this library: a stable code for programs and a line of advice for people.
///
/// Its description contains no secret, no personal data and no untrusted text, so it can be logged. Texts may change,
/// codes do not. Documentation/errors.md lists the codes.
public protocol CodedError: LocalizedError, CustomStringConvertible, Sendable {
    /// The stable code.
    var code: String { get }
    /// What to do about it.
    var advice: String { get }
}

extension CodedError {
    /// The code and the advice.
    public var description: String { "\(code): \(advice)" }

    /// The description, for `localizedDescription`. It is not translated.
    public var errorDescription: String? { description }
}

// Declared here, so that a file with such an error does not have to import Foundation.
extension CodedError {
    /// Always `nil`: the code states the reason.
    public var failureReason: String? { nil }

    /// The advice.
    public var recoverySuggestion: String? { advice }

    /// Always `nil`: there is no help book.
    public var helpAnchor: String? { nil }
}
