/// How a device lets its owner confirm a sign-in: with Face ID, Touch ID or the passcode, or, if none of them is set up,
/// with the password of the Apple Account (https://support.apple.com/102379).
enum ConfirmationMethod: String, Sendable, Decodable {
    case faceID = "face_id"
    case touchID = "touch_id"
    case passcode, password

    var isBiometric: Bool { self == .faceID || self == .touchID }
}

/// The step of the native sheet after "Continue", in which the owner of the device confirms. Nothing reaches Apple
/// before it has succeeded.
struct DeviceConfirmation: Sendable {
    /// What a person does in this step.
    enum PersonAnswer: String {
        case recognised
        case notRecognised = "not_recognised"
        case typed, cancel
    }

    enum Outcome {
        /// The device asks, or asks again.
        case asks(DeviceConfirmation)
        case confirmed, cancelled
    }

    /// Apple says that the system stops trying after failed attempts, but not after how many
    /// (https://developer.apple.com/documentation/localauthentication/lapolicy/deviceownerauthenticationwithbiometrics).
    static let maximumFailures = 2

    let person: Person
    private let method: ConfirmationMethod
    /// How often the device did not recognise the person on this sheet.
    private(set) var failures: Int
    /// What the person just failed at.
    private(set) var failed: ConfirmationMethod?

    /// Begins or continues the step. The page sends the number of failures, so it can be any number.
    init(_ device: Device, _ person: Person, failures: Int = 0) {
        self.person = person
        method = device.confirmation
        self.failures = min(max(failures, 0), Self.maximumFailures)
    }

    /// What the device asks for now.
    var asked: ConfirmationMethod {
        method.isBiometric && failures == Self.maximumFailures ? .passcode : method
    }

    /// What the person has to type; nil for Face ID and Touch ID.
    var secret: String? {
        switch asked {
        case .faceID, .touchID: nil
        case .passcode: Device.passcode
        case .password: person.password
        }
    }

    /// Judges an answer. Without one, and for an answer to another question, the device asks.
    func outcome(of answer: PersonAnswer?, typed: String) -> Outcome {
        switch answer {
        case .cancel: return .cancelled
        case .recognised where asked.isBiometric: return .confirmed
        case .typed where typed == secret: return .confirmed
        case .notRecognised where asked.isBiometric:
            var next = self
            next.failed = asked
            next.failures += 1
            return .asks(next)
        case .typed where !asked.isBiometric:
            var next = self
            next.failed = asked
            return .asks(next)
        default: return .asks(self)
        }
    }
}

/// What an app gets in place of a credential: an `ASAuthorizationError`.
struct AuthorizationFailure: Sendable {
    /// `ASAuthorizationError.canceled`
    /// (https://developer.apple.com/documentation/authenticationservices/asauthorizationerror/code/canceled).
    static let canceled = AuthorizationFailure(name: "canceled", code: 1_001)

    let name: String
    let code: Int

    var json: OrderedJSON {
        .object([
            ("error", .string(name)), ("domain", .string("com.apple.AuthenticationServices.AuthorizationError")),
            ("code", .integer(code)),
        ])
    }
}
