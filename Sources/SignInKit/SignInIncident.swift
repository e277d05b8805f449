/// An event that an app may want to count or log. It contains no secret and nothing that a person typed.
public enum SignInIncident: Sendable, Equatable {
    /// The storage could not read, write or remove an item. The kit continues without it.
    case storageFailed(StoredItem)
    /// The device did not answer a request for the credential state.
    case credentialStateUnknown
    /// A requested action failed.
    case failed(SignInFailure)
}
