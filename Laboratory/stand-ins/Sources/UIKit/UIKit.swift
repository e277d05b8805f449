// The parts of UIKit that the kit and the sample use, as Apple declares them. On watchOS, UIKit exists without views.
//
// Pages: https://developer.apple.com/documentation/uikit/
// Many pages name tvOS without a version: UIKit came to it with its first SDK, tvOS 9. "No version" means that the page
// names no version at all: the declaration is as old as its type.
// Four properties can be set here, but not at Apple, because the stand-in's device sets them: `activationState`,
// `UIWindowScene.windows`, `isKeyWindow` and `connectedScenes`.
#if STAND_IN_WATCHOS
    /// A module needs a declaration.
    public enum StandInWatch {}
#else
    import Foundation

    // Page: /objectivec/selector
    @available(iOS 1.0, macOS 10.0, tvOS 1.0, watchOS 1.0, visionOS 1.0, *)
    public struct Selector: Sendable {
        let name: String
        // Page: /objectivec/selector
        public init(_ name: String) { self.name = name }
    }

    // Page: /foundation/nsselectorfromstring(_:)
    @available(iOS 2.0, macOS 10.0, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }

    // Page: uiresponder
    @available(iOS 2.0, tvOS 9.0, visionOS 1.0, *)
    @available(watchOS, unavailable)
    @MainActor
    open class UIResponder: NSObject {
        // Page: not found. Every Objective-C class has it.
        public override init() { super.init() }
    }

    // Page: uiview
    @available(iOS 2.0, tvOS 9.0, visionOS 1.0, *)
    @available(watchOS, unavailable)
    @MainActor
    open class UIView: UIResponder {
        // Page: uiview/init(frame:)
        public init(frame: CGRect) {
            self.frame = frame
            super.init()
        }
        // Page: uiview/init(coder:)
        public required init?(coder: NSCoder) { return nil }
        // Page: uiview/frame (no version)
        open var frame: CGRect
        // Page: uiview/bounds (no version)
        open var bounds: CGRect {
            get { CGRect(origin: .zero, size: frame.size) }
            set { frame.size = newValue.size }
        }
        // Page: uiview/intrinsiccontentsize
        @available(iOS 6.0, tvOS 9.0, visionOS 1.0, *)
        open var intrinsicContentSize: CGSize { .zero }
        // Page: uiview/subviews (no version)
        public private(set) var subviews: [UIView] = []
        // Page: uiview/superview (no version)
        public private(set) weak var superview: UIView?
        // Page: uiview/window (no version)
        public var window: UIWindow? { self as? UIWindow ?? superview?.window }
        // Page: uiview/didmovetowindow() (no version)
        open func didMoveToWindow() {}
        // Page: uiview/addsubview(_:) (no version)
        open func addSubview(_ view: UIView) {
            subviews.append(view)
            view.superview = self
            if window != nil { view.standInTellWindow() }
        }
        private func standInTellWindow() {
            didMoveToWindow()
            for view in subviews { view.standInTellWindow() }
        }
        // Page: uiview/removefromsuperview() (no version)
        open func removeFromSuperview() {
            superview?.subviews.removeAll { $0 === self }
            superview = nil
        }
        // Page: uiview/layoutsubviews() (no version)
        open func layoutSubviews() {}
        // Page: uiview/setneedslayout() (no version)
        open func setNeedsLayout() {}
        // Page: uiview/invalidateintrinsiccontentsize()
        @available(iOS 6.0, tvOS 9.0, visionOS 1.0, *)
        open func invalidateIntrinsicContentSize() {}
    }

    // Page: uiviewcontroller
    @available(iOS 2.0, tvOS 9.0, visionOS 1.0, *)
    @available(watchOS, unavailable)
    @MainActor
    open class UIViewController: UIResponder {
        // Page: uiviewcontroller/init(coder:)
        public required init?(coder: NSCoder) { nil }
        // Page: not found. Every Objective-C class has it.
        public override init() { super.init() }
    }

    // Page: uicontrol
    @available(iOS 2.0, tvOS 9.0, visionOS 1.0, *)
    @available(watchOS, unavailable)
    @MainActor
    open class UIControl: UIView {
        // Page: uicontrol/event (no version)
        public struct Event: OptionSet, Sendable {
            // Page: uicontrol/event (no version)
            public let rawValue: UInt
            // Page: uicontrol/event (no version)
            public init(rawValue: UInt) { self.rawValue = rawValue }
            // Page: uicontrol/event/touchupinside (no version)
            public static let touchUpInside = Event(rawValue: 1 << 6)
            // Page: uicontrol/event/primaryactiontriggered
            @available(iOS 9.0, tvOS 9.0, visionOS 1.0, *)
            public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        }
        // Page: uicontrol/isenabled
        open var isEnabled = true
        private struct Action {
            weak var target: AnyObject?
            let name: String
            let events: Event
        }
        private var actions: [Action] = []
        // Page: uicontrol/addtarget(_:action:for:)
        open func addTarget(_ target: Any?, action: Selector, for events: Event) {
            actions.append(Action(target: target.map { $0 as AnyObject }, name: action.name, events: events))
        }
        /// Calls the actions for an event by their names, as a touch does. Returns whether there were any, and each target
        /// answers to its action. At Apple, an unknown name ends the app.
        public func standInSend(_ event: Event) -> Bool {
            let called = actions.filter { $0.events.contains(event) }
            return !called.isEmpty
                && called.allSatisfy { ($0.target as? any StandInResponder)?.standInPerform($0.name) ?? false }
        }
    }

    /// A class that answers to names, as each class of Objective-C does. A test says which.
    @MainActor
    public protocol StandInResponder: AnyObject {
        /// Calls a method by its selector. Returns false if there is none.
        func standInPerform(_ selector: String) -> Bool
    }

    // Page: uiscene
    @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
    @available(watchOS, unavailable)
    @MainActor
    open class UIScene: UIResponder {
        // Page: uiscene/activationstate-swift.enum
        @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
        public enum ActivationState: Int, Sendable {
            // Page: uiscene/activationstate-swift.enum
            case unattached = -1, foregroundActive, foregroundInactive, background
        }
        // Page: uiscene/activationstate-swift.property
        public var activationState = ActivationState.foregroundActive
    }

    // Page: uiwindowscene
    @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
    @available(watchOS, unavailable)
    @MainActor
    public final class UIWindowScene: UIScene {
        // Page: uiwindowscene/windows
        public var windows: [UIWindow] = []
    }

    // Page: uiwindow
    @available(iOS 2.0, tvOS 9.0, visionOS 1.0, *)
    @available(watchOS, unavailable)
    @MainActor
    open class UIWindow: UIView {
        // Page: uiwindow/init()
        @available(iOS, introduced: 2.0, deprecated: 26.0)
        @available(tvOS, introduced: 9.0, deprecated: 26.0)
        @available(visionOS, introduced: 1.0, deprecated: 26.0)
        public convenience init() { self.init(frame: .zero) }
        // Page: uiwindow/windowscene
        @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
        public weak var windowScene: UIWindowScene?
        // Page: uiwindow/init(windowscene:)
        @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
        public init(windowScene: UIWindowScene) {
            self.windowScene = windowScene
            super.init(frame: .zero)
            windowScene.windows.append(self)
        }
        // Page: uiwindow/init(frame:)
        @available(iOS 2.0, tvOS 9.0, visionOS 1.0, *)
        public override init(frame: CGRect) { super.init(frame: frame) }
        // Page: uiview/init(coder:)
        public required init?(coder: NSCoder) { nil }
        // Page: uiwindow/iskeywindow
        public var isKeyWindow = false
    }

    // Page: uiapplication
    @available(iOS 2.0, tvOS 9.0, visionOS 1.0, *)
    @available(watchOS, unavailable)
    @MainActor
    public final class UIApplication: UIResponder {
        // Page: uiapplication/shared
        // Unavailable, as in an app extension, because the kit may be linked into one.
        @available(*, unavailable, message: "unavailable in application extensions")
        public static var shared: UIApplication { standIn }
        /// The application for the stand-in's own device.
        public static let standIn = UIApplication()
        // Page: uiapplication/connectedscenes
        @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
        public var connectedScenes: Set<UIScene> = []
        // Every Objective-C class has these two methods. Foundation's classes on Linux do not.
        // Page: /objectivec/nsobjectprotocol/responds(to:)
        public static func responds(to selector: Selector) -> Bool { selector.name == "sharedApplication" }
        // Page: /objectivec/nsobjectprotocol/perform(_:)
        public static func perform(_ selector: Selector) -> Unmanaged<AnyObject>! {
            responds(to: selector) ? Unmanaged.passUnretained(standIn) : nil
        }
        // Page: uiapplication/protecteddatadidbecomeavailablenotification
        @available(iOS 4.0, tvOS 9.0, visionOS 1.0, *)
        public nonisolated static let protectedDataDidBecomeAvailableNotification = Notification.Name(
            "UIApplicationProtectedDataDidBecomeAvailable")
        // Page: uiapplication/didenterbackgroundnotification
        @available(iOS 4.0, tvOS 9.0, visionOS 1.0, *)
        public nonisolated static let didEnterBackgroundNotification = Notification.Name(
            "UIApplicationDidEnterBackgroundNotification")
        // Page: uiapplication/willenterforegroundnotification
        @available(iOS 4.0, tvOS 9.0, visionOS 1.0, *)
        public nonisolated static let willEnterForegroundNotification = Notification.Name(
            "UIApplicationWillEnterForegroundNotification")
    }
#endif
