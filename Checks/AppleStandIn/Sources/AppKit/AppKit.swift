// The parts of AppKit that the kit and the sample use, as Apple's headers declare them.
import Foundation

public struct Selector: Sendable {
    public init(_ name: String) {}
}

@MainActor
open class NSResponder: NSObject {
    public override init() { super.init() }
}

@MainActor
open class NSView: NSResponder {
    public init(frame: NSRect) {
        self.frame = frame
        super.init()
    }
    public required init?(coder: NSCoder) { nil }
    open var frame: NSRect
    open var bounds: NSRect { NSRect(origin: .zero, size: frame.size) }
    open var intrinsicContentSize: NSSize { .zero }
    open var needsLayout = false
    public weak var window: NSWindow?
    open func addSubview(_ view: NSView) {}
    open func removeFromSuperview() {}
    open func invalidateIntrinsicContentSize() {}
    open func layout() {}
}

@MainActor
open class NSControl: NSView {
    open weak var target: AnyObject?
    open var action: Selector?
    open var isEnabled = true
}

@MainActor
open class NSWindow: NSResponder {
    public var isVisible = false
}

@MainActor
public final class NSApplication: NSResponder {
    public static let shared = NSApplication()
    public var keyWindow: NSWindow?
    public var mainWindow: NSWindow?
    public var windows: [NSWindow] = []
    public nonisolated static let didBecomeActiveNotification = Notification.Name("NSApplicationDidBecomeActive")
}
