// The parts of AppKit that the kit and the sample use, as Apple declares them.
//
// Pages: https://developer.apple.com/documentation/appkit/
// "No version" means that the page names macOS, but no version: the declaration is as old as macOS.
import Foundation

// Page: /objectivec/selector
@available(iOS 1.0, macOS 10.0, tvOS 1.0, watchOS 1.0, visionOS 1.0, *)
public struct Selector: Sendable {
    // Page: /objectivec/selector
    public init(_ name: String) {}
}

// Page: nsresponder (no version)
@MainActor
open class NSResponder: NSObject {
    // Page: nsresponder/init() (no version)
    public override init() { super.init() }
}

// Page: nsview (no version)
@MainActor
open class NSView: NSResponder {
    // Page: nsview/init(frame:) (no version)
    public init(frame: NSRect) {
        self.frame = frame
        super.init()
    }
    // Page: nsview/init(coder:) (no version)
    public required init?(coder: NSCoder) { nil }
    // Page: nsview/frame (no version)
    open var frame: NSRect
    // Page: nsview/bounds (no version)
    open var bounds: NSRect {
        get { NSRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }
    // Page: nsview/intrinsiccontentsize
    @available(macOS 10.7, *)
    open var intrinsicContentSize: NSSize { .zero }
    // Page: nsview/needslayout
    @available(macOS 10.7, *)
    open var needsLayout = false
    // Page: nsview/window (no version)
    public var window: NSWindow? { nil }
    // Page: nsview/viewdidmovetowindow() (no version)
    open func viewDidMoveToWindow() {}
    // Page: nsview/addsubview(_:) (no version)
    open func addSubview(_ view: NSView) {}
    // Page: nsview/removefromsuperview() (no version)
    open func removeFromSuperview() {}
    // Page: nsview/invalidateintrinsiccontentsize()
    @available(macOS 10.7, *)
    open func invalidateIntrinsicContentSize() {}
    // Page: nsview/layout()
    @available(macOS 10.7, *)
    open func layout() {}
}

// Page: nscontrol (no version)
@MainActor
open class NSControl: NSView {
    // Page: nscontrol/target (no version)
    open weak var target: AnyObject?
    // Page: nscontrol/action (no version)
    open var action: Selector?
    // Page: nscontrol/isenabled (no version)
    open var isEnabled = true
}

// Page: nsviewcontroller
@available(macOS 10.5, *)
@MainActor
open class NSViewController: NSResponder {
    // Page: nsviewcontroller/init(coder:)
    public required init?(coder: NSCoder) { nil }
    // Page: not found. Every Objective-C class has it.
    public override init() { super.init() }
}

// Page: nswindow (no version)
@MainActor
open class NSWindow: NSResponder {
    // Page: nswindow/isvisible (no version)
    public var isVisible: Bool { false }
}

// Page: nsapplication (no version)
@MainActor
public final class NSApplication: NSResponder {
    // Page: nsapplication/shared (no version)
    public static let shared = NSApplication()
    // Page: nsapplication/keywindow (no version)
    public var keyWindow: NSWindow? { nil }
    // Page: nsapplication/mainwindow (no version)
    public var mainWindow: NSWindow? { nil }
    // Page: nsapplication/windows (no version)
    public var windows: [NSWindow] { [] }
    // Page: nsapplication/didbecomeactivenotification (no version)
    public nonisolated static let didBecomeActiveNotification = Notification.Name("NSApplicationDidBecomeActive")
    // Page: nsapplication/didresignactivenotification (no version)
    public nonisolated static let didResignActiveNotification = Notification.Name("NSApplicationDidResignActive")
}
