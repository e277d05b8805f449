import Foundation

/// The ways out if the system never says how Apple's sheet ended.
///
/// The sheet covers the button, so a tap that arrives proves that there is none. The system was seen not to show it, and
/// not to say so (https://github.com/invertase/react-native-apple-authentication/issues/158).
extension SignInLifeCycle {
    /// Seconds after which a tap on the button counts as such a proof, because the sheet needs a moment to appear.
    static let secondsToAppear: Double = 5
    /// Seconds after which a sheet is given up when the app comes to the foreground. People leave the app for a moment to
    /// look up a code.
    static let secondsToReturn: Double = 60

    /// Whether the button was tapped although a sheet should have covered it for a while.
    func isSheetMissing(at now: Date) -> Bool { isSheetOlder(than: Self.secondsToAppear, at: now) }

    /// Closes a sheet that is still there when the app comes back after a while, as if the person had closed it.
    mutating func closeForgottenSheet(at now: Date) -> [SignInEffect] {
        guard case .sheet = work, isSheetOlder(than: Self.secondsToReturn, at: now) else { return [] }
        work = .none
        return [.dismissSheet]
    }

    mutating func sheetOverdue(_ id: Secret) -> [SignInEffect] {
        guard case .sheet(let purpose, let attempt) = work, attempt.id == id else { return [] }
        return [.dismissSheet] + fail(.sheet(.unanswered), purpose)
    }

    /// A clock that was set back may not keep a sheet for ever.
    private func isSheetOlder(than seconds: Double, at now: Date) -> Bool {
        abs(now.timeIntervalSince(sheetSince)) >= seconds
    }
}
