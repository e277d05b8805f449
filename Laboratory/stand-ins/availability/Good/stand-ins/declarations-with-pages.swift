// A stand-in as it should be.
// Pages: https://developer.apple.com/documentation/appkit/
import Foundation

// Page: nsview (no version)
/// Its page names no version.
public class View {
    // Page: nsview/frame (no version)
    /// A property.
    public var frame = 0
    // Page: nsview/layout()
    /// A newer method.
    @available(macOS 10.7, *)
    public func layout() {
        var passes = 0
        passes += 1
    }
    /// The stand-in's own.
    public var standInPasses: Int { 0 }
    private var isHidden = false
}

// Page: nswindow
/// Its members are as old.
@available(macOS 10.0, *)
public enum Level: Int {
    // Page: nswindow/level
    case low, high
}

// Page: not found. Every Objective-C class has it.
/// A method without a page.
public func make() {}

/// The stand-in's own.
public struct StandInScreen {
    /// A member of it.
    public let width: Int
}
