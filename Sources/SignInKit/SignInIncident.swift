/// What an app may want to count or log. Holds no secret and nothing that a person typed.
public enum SignInIncident: Sendable, Equatable {
    /// The storage did not read, write or remove an item; the kit goes on without.
    case storageFailed(StoredItem)
    /// The device did not answer a question about a permission.
    case credentialStateUnknown
    /// Something that was asked for did not happen.
    case failed(SignInFailure)
}
