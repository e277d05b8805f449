import Foundation

/// The size of Apple's button in SwiftUI without a `frame`, in points.
///
/// Apple's button fills what it is offered, so a view without a frame would get a button as high as the screen. Apple's
/// guidelines want at least 140 by 30 points, and a title of 43 % of the height (Human Interface Guidelines, "Sign in
/// with Apple").
enum AppleButtonSize {
    /// How the person reaches a button.
    enum Reach: CaseIterable {
        /// By touch, or by a look at it. A finger needs 44 points (Human Interface Guidelines, "Buttons").
        case finger
        case pointer
        case remote
    }

    /// SwiftUI's `ControlSize`, in the steps that the button has.
    enum Step: CaseIterable {
        case small, usual, large
    }

    static let narrowest: CGFloat = 140
    /// As wide as a phone. On a tablet a button that fills the width would look like a bar.
    static let widest: CGFloat = 375
    /// The title of a higher button does not fit into the widest one.
    static let highest: CGFloat = 72

    /// Returns the height. `textScale` is how much larger than usual the person prefers text: the title grows with the
    /// button. Who prefers small text still gets a button that can be hit.
    static func height(_ step: Step, _ reach: Reach, textScale: CGFloat) -> CGFloat {
        let usual = height(step, reach)
        return max(usual, min(usual * textScale, highest))
    }

    private static func height(_ step: Step, _ reach: Reach) -> CGFloat {
        switch (reach, step) {
        case (.finger, .usual), (.pointer, .large): 44
        case (.finger, .large): 56
        case (.finger, .small), (.pointer, .small): 30
        case (.pointer, .usual): 32
        case (.remote, _): 66
        }
    }
}
