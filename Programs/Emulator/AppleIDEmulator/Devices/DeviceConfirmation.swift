/// How a device lets its owner confirm a sign-in: with a sensor, an Apple Watch, a passcode or a password. The password of
/// the Apple Account is for devices on which none of these is set up (https://support.apple.com/102379).
enum ConfirmationMethod: String, Sendable, ListedValue {
    case faceID = "face_id"
    case touchID = "touch_id"
    case opticID = "optic_id"
    case appleWatch = "apple_watch"
    case passcode, password
    case loginPassword = "login_password"

    /// Whether the person types something. Otherwise, a sensor or a watch recognises them.
    var isTyped: Bool {
        switch self {
        case .faceID, .touchID, .opticID, .appleWatch: false
        case .passcode, .password, .loginPassword: true
        }
    }
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

    /// Nil on a device without an account, where only a saved password can be confirmed.
    let person: Person?
    private let method: ConfirmationMethod
    /// What the device asks for when its sensor has failed.
    private let fallback: ConfirmationMethod
    /// How often the device did not recognise the person on this sheet.
    private(set) var failures: Int
    /// What the person just failed at.
    private(set) var failed: ConfirmationMethod?

    /// Begins or continues the step. The page sends the number of failures, so it can be any number.
    init(_ device: Device, _ person: Person?, failures: Int = 0) {
        self.person = person
        method = device.confirmation
        fallback = device.isMac ? .loginPassword : .passcode
        self.failures = min(max(failures, 0), Self.maximumFailures)
    }

    /// What the device asks for now.
    var asked: ConfirmationMethod {
        !method.isTyped && failures == Self.maximumFailures ? fallback : method
    }

    /// What the person has to type, if anything.
    var secret: String? {
        switch asked {
        case .faceID, .touchID, .opticID, .appleWatch: nil
        case .passcode: Device.passcode
        case .password: person?.password
        case .loginPassword: Device.loginPassword
        }
    }

    /// Judges an answer. Without one, and for an answer to another question, the device asks.
    func outcome(of answer: PersonAnswer?, typed: String) -> Outcome {
        switch answer {
        case .cancel: return .cancelled
        case .recognised where !asked.isTyped: return .confirmed
        case .typed where typed == secret: return .confirmed
        case .notRecognised where !asked.isTyped:
            var next = self
            next.failed = asked
            next.failures += 1
            return .asks(next)
        case .typed where asked.isTyped:
            var next = self
            next.failed = asked
            return .asks(next)
        default: return .asks(self)
        }
    }
}

/// What an app gets in place of a credential: an `ASAuthorizationError`, with Apple's names and codes
/// (https://developer.apple.com/documentation/authenticationservices/asauthorizationerror/code).
enum AuthorizationFailure: String, Sendable, Codable, ListedValue {
    case unknown, canceled, invalidResponse, notHandled, failed, notInteractive

    var code: Int {
        switch self {
        case .unknown: 1_000
        case .canceled: 1_001
        case .invalidResponse: 1_002
        case .notHandled: 1_003
        case .failed: 1_004
        case .notInteractive: 1_005
        }
    }

    /// The error as an app gets it.
    struct Reply: Encodable, Sendable {
        let error: String
        let domain = "com.apple.AuthenticationServices.AuthorizationError"
        let code: Int
    }

    var reply: Reply { Reply(error: rawValue, code: code) }
}
