/// The opening of an attempt at the service. The number tells it from an earlier one that was given up and whose answer
/// may still come.
struct Opening: Sendable, Equatable {
    let purpose: SheetPurpose
    let number: Int
    var options = SignInOptions()
}
