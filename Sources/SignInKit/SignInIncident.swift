/// An event that an app may want to count or log. It contains no secret and nothing that a person typed.
public enum SignInIncident: Sendable, Equatable {
    /// The storage could not read, write or remove an item. The kit continues without it.
    case storageFailed(StoredItem)
    /// The device did not answer a request for the credential state.
    case credentialStateUnknown
    /// Apple's sheet ended with this error, whose numbers say more than the failure: ``SignInDiagnosis`` explains them.
    /// A closed sheet and a search that found nothing are no incidents.
    case sheetFailed(SheetFailure, FrameworkError)
    /// A requested action failed.
    case failed(SignInFailure)
    /// After the app moved to another developer team, the person's new identifier could not be had. The session stays, and
    /// the request is made again at the next launch, or after an hour.
    case transferFailed(SignInFailure)
}
