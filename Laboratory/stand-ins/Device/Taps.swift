import Foundation
import UIKit

@testable import SignInKit

/// The selectors to which the kit's class answers. Without Objective-C, nothing at run time knows them; `objective-c` compares
/// them with the methods.
extension SignInControl: @retroactive StandInResponder {
    /// Calls the method that Objective-C would find.
    public func standInPerform(_ selector: String) -> Bool {
        guard selector == "tapped" else { return false }
        tapped()
        return true
    }

    /// A finger taps Apple's button, which calls its action by name.
    func tap(line: Int = #line) {
        guard !button.standInSend(.touchUpInside) else { return }
        Check.expect(false, "nothing answers to the button's selector", line: line)
        // At Apple, an unknown selector ends the app.
        exit(1)
    }
}
