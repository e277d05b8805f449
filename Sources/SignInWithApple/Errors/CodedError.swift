#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An error of this library: a stable code for programs, a line of advice for people.
///
/// What it prints holds no secret, nothing of a person and nothing that a stranger wrote, so it may stand in a log. Texts may change,
/// codes do not; Documentation/errors.md lists them.
public protocol CodedError: LocalizedError, CustomStringConvertible, Sendable {
    /// The stable code.
    var code: String { get }
    /// What to do about it.
    var advice: String { get }
}

extension CodedError {
    /// The code and the advice.
    public var description: String { "\(code): \(advice)" }

    /// The same for `localizedDescription`; it is not translated.
    public var errorDescription: String? { description }
}

// Written out, so that a file with such an error need not import Foundation.
extension CodedError {
    /// The code says it.
    public var failureReason: String? { nil }

    /// The advice.
    public var recoverySuggestion: String? { advice }

    /// There is no help book.
    public var helpAnchor: String? { nil }
}
