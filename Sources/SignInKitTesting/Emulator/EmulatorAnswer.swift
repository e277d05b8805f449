public import SignInKit

/// What a person does on the sheet of a device that `apple-id-emulator` simulates.
public struct EmulatorAnswer: Sendable, Equatable {
    /// Whether the sheet ends without a sign-in, and why. Nil means a sign-in.
    public var failure: SheetFailure?
    /// The name that the person types instead of their own.
    public var name: PersonName?
    /// Whether the person hides their address behind one of Apple's relay addresses.
    public var hidesEmail = false
    /// Whether the device believes that this is a real person.
    public var realUserStatus = RealUserStatus.likelyReal

    /// The user of the saved password that the person chooses. Only a search offers passwords. Without it, the person
    /// chooses what the sheet offers first.
    public var passwordUser: String?

    /// Signs in.
    public static let signIn = EmulatorAnswer()
    /// Signs in and hides the address.
    public static let signInHidingEmail = EmulatorAnswer(hidesEmail: true)
    /// Closes the sheet.
    public static let cancel = EmulatorAnswer(failure: .canceled)

    /// Chooses the saved password of this user.
    public static func password(of user: String) -> EmulatorAnswer {
        var answer = EmulatorAnswer()
        answer.passwordUser = user
        return answer
    }

    /// Creates an answer.
    public init(
        failure: SheetFailure? = nil, name: PersonName? = nil, hidesEmail: Bool = false,
        realUserStatus: RealUserStatus = .likelyReal
    ) {
        self.failure = failure
        self.name = name
        self.hidesEmail = hidesEmail
        self.realUserStatus = realUserStatus
    }
}
