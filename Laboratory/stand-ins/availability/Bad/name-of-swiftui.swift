// Reported by: name-of-apples-frameworks
// In an app's file that also imports SwiftUI, `struct Mine: ButtonStyle` would be ambiguous.
/// The colours of a button.
public enum ButtonStyle: Sendable {
    case black, white
}
