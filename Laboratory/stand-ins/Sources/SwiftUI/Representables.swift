// Views of UIKit, AppKit and WatchKit in SwiftUI.
//
// Pages: https://developer.apple.com/documentation/swiftui/
#if STAND_IN_WATCHOS
    import WatchKit

    // Page: wkinterfaceobjectrepresentablecontext
    @available(watchOS 6.0, *)
    @MainActor @preconcurrency
    public struct WKInterfaceObjectRepresentableContext<Representable: WKInterfaceObjectRepresentable> {
        // Page: wkinterfaceobjectrepresentablecontext/coordinator
        public let coordinator: Representable.Coordinator
    }

    // Page: wkinterfaceobjectrepresentable
    @available(watchOS 6.0, *)
    @MainActor @preconcurrency
    public protocol WKInterfaceObjectRepresentable: View where Body == Never {
        // Page: wkinterfaceobjectrepresentable
        associatedtype WKInterfaceObjectType: WKInterfaceObject
        // Page: wkinterfaceobjectrepresentable
        associatedtype Coordinator = Void
        // Page: wkinterfaceobjectrepresentable
        typealias Context = WKInterfaceObjectRepresentableContext<Self>
        // Page: wkinterfaceobjectrepresentable
        func makeCoordinator() -> Coordinator
        // Page: wkinterfaceobjectrepresentable
        func makeWKInterfaceObject(context: Context) -> WKInterfaceObjectType
        // Page: wkinterfaceobjectrepresentable
        func updateWKInterfaceObject(_ object: WKInterfaceObjectType, context: Context)
    }

    extension WKInterfaceObjectRepresentable {
        public var body: Never { fatalError("a view without a body") }
    }
#elseif STAND_IN_MACOS
    import AppKit
    import Foundation

    // Page: nsviewrepresentablecontext
    @available(macOS 10.15, *)
    @MainActor @preconcurrency
    public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {}

    // Page: nsviewrepresentable
    @available(macOS 10.15, *)
    @MainActor @preconcurrency
    public protocol NSViewRepresentable: View where Body == Never {
        // Page: nsviewrepresentable
        associatedtype NSViewType: NSView
        // Page: nsviewrepresentable
        typealias Context = NSViewRepresentableContext<Self>
        // Page: nsviewrepresentable
        func makeNSView(context: Context) -> NSViewType
        // Page: nsviewrepresentable
        func updateNSView(_ view: NSViewType, context: Context)
    }

    extension NSViewRepresentable {
        public var body: Never { fatalError("a view without a body") }
    }

    // Page: nshostingcontroller
    @available(macOS 10.15, *)
    @MainActor @preconcurrency
    open class NSHostingController<Content: View>: NSViewController {
        // Page: nshostingcontroller/rootview
        public var rootView: Content
        // Page: nshostingcontroller/init(rootview:)
        public init(rootView: Content) {
            self.rootView = rootView
            super.init()
        }
        // Page: nshostingcontroller/init(coder:)
        public required init?(coder: NSCoder) { nil }
    }
#else
    import Foundation
    import UIKit

    // Page: uiviewrepresentablecontext
    @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
    @MainActor @preconcurrency
    public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {}

    // Page: uiviewrepresentable
    @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
    @MainActor @preconcurrency
    public protocol UIViewRepresentable: View where Body == Never {
        // Page: uiviewrepresentable
        associatedtype UIViewType: UIView
        // Page: uiviewrepresentable
        typealias Context = UIViewRepresentableContext<Self>
        // Page: uiviewrepresentable
        func makeUIView(context: Context) -> UIViewType
        // Page: uiviewrepresentable
        func updateUIView(_ view: UIViewType, context: Context)
    }

    extension UIViewRepresentable {
        public var body: Never { fatalError("a view without a body") }
    }

    // Page: uihostingcontroller
    @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
    @MainActor @preconcurrency
    open class UIHostingController<Content: View>: UIViewController {
        // Page: uihostingcontroller/rootview
        public var rootView: Content
        // Page: uihostingcontroller/init(rootview:)
        public init(rootView: Content) {
            self.rootView = rootView
            super.init()
        }
        // Page: uihostingcontroller/init(coder:)
        public required init?(coder: NSCoder) { nil }
    }
#endif
