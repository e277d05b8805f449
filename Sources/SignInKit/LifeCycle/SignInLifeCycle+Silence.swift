import Foundation

/// The ways out if the system never says how Apple's sheet ended.
///
/// The sheet covers its window, so a tap on a button there proves that there is none. A call without a tap proves
/// nothing. The system was seen not to show a sheet, and not to say so
/// (https://github.com/invertase/react-native-apple-authentication/issues/158).
extension SignInLifeCycle {
    /// Seconds after which a tap on the button counts as such a proof, because the sheet needs a moment to appear.
    static let secondsToAppear: Double = 5
    /// Seconds in the background after which a sheet is given up. People leave the app for a moment to look up a code. If
    /// nobody says when the app went to the background, the seconds count from the request.
    static let secondsToReturn: Double = 60

    /// Whether a button was tapped although a sheet should have covered it for a while. A sheet that no button has asked
    /// for may be over any window.
    func isSheetMissing(_ tap: ButtonTap?, at now: Date) -> Bool {
        guard let tap, sheetTap == nil || sheetTap == tap else { return false }
        return Self.isPast(Self.secondsToAppear, since: sheetSince, at: now)
    }

    mutating func backgrounded(at now: Date) -> [SignInEffect] {
        if case .sheet = work { awaySince = now }
        return []
    }

    /// Closes a sheet that is still there when the app comes back after a while, as if the person had closed it. One that
    /// cannot be closed stays, because the person may still answer it.
    mutating func closeForgottenSheet(at now: Date) -> [SignInEffect] {
        guard policy.closesSheets, case .sheet = work else { return [] }
        let since = awaySince ?? sheetSince
        // This absence is over. The next one counts from its own beginning.
        if awaySince != nil { awaySince = now }
        guard Self.isPast(Self.secondsToReturn, since: since, at: now) else { return [] }
        work = .none
        return [.dismissSheet]
    }

    mutating func sheetOverdue(_ id: Secret) -> [SignInEffect] {
        guard case .sheet(let purpose, let attempt) = work, attempt.id == id else { return [] }
        return [.dismissSheet] + fail(.sheet(.unanswered), purpose)
    }

    /// A clock that was set back may not keep a sheet for ever.
    private static func isPast(_ seconds: Double, since beginning: Date, at now: Date) -> Bool {
        abs(now.timeIntervalSince(beginning)) >= seconds
    }
}
