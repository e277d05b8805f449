public import Foundation

/// What is stored about a person whom Apple's answer names.
public struct StoredPerson: Sendable, Equatable {
    /// Their identity; `nil` if they never signed in.
    public var identity: AppleIdentity?
    /// The identity's account; `nil` if it does not exist.
    public var account: Account?
    /// Their grant for the client; `nil` if there is none. It does not depend on the identity.
    public var grant: AppleGrant?
    /// The name kept for them, expired or not.
    public var keptName: KeptName?
    /// When the newest event about their consent happened that concerns the client's group of apps.
    public var consentEventAt: Date?
    /// Whether a request to Apple about their tokens waits, for whatever client.
    public var hasOutboxItems: Bool

    /// A person with these values.
    public init(
        identity: AppleIdentity?, account: Account?, grant: AppleGrant?, keptName: KeptName?, consentEventAt: Date?,
        hasOutboxItems: Bool
    ) {
        self.identity = identity
        self.account = account
        self.grant = grant
        self.keptName = keptName
        self.consentEventAt = consentEventAt
        self.hasOutboxItems = hasOutboxItems
    }
}
