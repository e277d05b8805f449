// The parts of UIKit that the kit and the sample use, as Apple's headers declare them. On watchOS, UIKit exists without
// views.
#if STAND_IN_WATCHOS
    import Foundation

    public final class UIColor: NSObject {}
#else
    import Foundation

    public struct Selector: Sendable {
        let name: String
        public init(_ name: String) { self.name = name }
    }

    public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }

    @MainActor
    open class UIResponder: NSObject {
        public override init() { super.init() }
    }

    @MainActor
    open class UIView: UIResponder {
        public init(frame: CGRect) {
            self.frame = frame
            super.init()
        }
        public required init?(coder: NSCoder) { return nil }
        open var frame: CGRect
        open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
        open var intrinsicContentSize: CGSize { .zero }
        public private(set) var subviews: [UIView] = []
        public private(set) weak var superview: UIView?
        public var window: UIWindow? { self as? UIWindow ?? superview?.window }
        open func addSubview(_ view: UIView) {
            subviews.append(view)
            view.superview = self
        }
        open func removeFromSuperview() {
            superview?.subviews.removeAll { $0 === self }
            superview = nil
        }
        open func layoutSubviews() {}
        open func setNeedsLayout() {}
        open func invalidateIntrinsicContentSize() {}
    }

    @MainActor
    open class UIControl: UIView {
        public struct Event: OptionSet, Sendable {
            public let rawValue: UInt
            public init(rawValue: UInt) { self.rawValue = rawValue }
            public static let touchUpInside = Event(rawValue: 1 << 6)
            public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        }
        open var isEnabled = true
        /// Who hears of a tap.
        public private(set) weak var standInTarget: AnyObject?
        open func addTarget(_ target: Any?, action: Selector, for events: Event) {
            standInTarget = target.map { $0 as AnyObject }
        }
    }

    @MainActor
    open class UIScene: UIResponder {
        public enum ActivationState: Int, Sendable { case unattached = -1, foregroundActive, foregroundInactive, background }
        public var activationState = ActivationState.foregroundActive
    }

    @MainActor
    public final class UIWindowScene: UIScene {
        public var windows: [UIWindow] = []
    }

    @MainActor
    open class UIWindow: UIView {
        public convenience init() { self.init(frame: .zero) }
        public weak var windowScene: UIWindowScene?
        public init(windowScene: UIWindowScene) {
            self.windowScene = windowScene
            super.init(frame: .zero)
            windowScene.windows.append(self)
        }
        public override init(frame: CGRect) { super.init(frame: frame) }
        public required init?(coder: NSCoder) { nil }
        public var isKeyWindow = false
    }

    @MainActor
    public final class UIApplication: UIResponder {
        /// Unavailable, as in an app extension, because the kit may be linked into one.
        @available(*, unavailable, message: "unavailable in application extensions")
        public static var shared: UIApplication { standIn }
        /// The application for the stand-in's own device.
        public static let standIn = UIApplication()
        public var connectedScenes: Set<UIScene> = []
        // Every Objective-C class has these two methods. Foundation's classes on Linux do not.
        public static func responds(to selector: Selector) -> Bool { selector.name == "sharedApplication" }
        public static func perform(_ selector: Selector) -> Unmanaged<AnyObject>! {
            responds(to: selector) ? Unmanaged.passUnretained(standIn) : nil
        }
        public nonisolated static let willEnterForegroundNotification = Notification.Name(
            "UIApplicationWillEnterForegroundNotification")
    }
#endif
