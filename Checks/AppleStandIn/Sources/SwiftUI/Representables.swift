// Views of UIKit, AppKit and WatchKit in SwiftUI.
#if STAND_IN_WATCHOS
    import WatchKit

    public struct WKInterfaceObjectRepresentableContext<Representable: WKInterfaceObjectRepresentable> {
        public let coordinator: Representable.Coordinator
    }

    @MainActor @preconcurrency
    public protocol WKInterfaceObjectRepresentable: View where Body == Never {
        associatedtype WKInterfaceObjectType: WKInterfaceObject
        associatedtype Coordinator = Void
        typealias Context = WKInterfaceObjectRepresentableContext<Self>
        func makeCoordinator() -> Coordinator
        func makeWKInterfaceObject(context: Context) -> WKInterfaceObjectType
        func updateWKInterfaceObject(_ object: WKInterfaceObjectType, context: Context)
    }

    extension WKInterfaceObjectRepresentable {
        public var body: Never { fatalError("a view without a body") }
    }
#elseif STAND_IN_MACOS
    import AppKit

    public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {}

    @MainActor @preconcurrency
    public protocol NSViewRepresentable: View where Body == Never {
        associatedtype NSViewType: NSView
        typealias Context = NSViewRepresentableContext<Self>
        func makeNSView(context: Context) -> NSViewType
        func updateNSView(_ view: NSViewType, context: Context)
    }

    extension NSViewRepresentable {
        public var body: Never { fatalError("a view without a body") }
    }
#else
    import UIKit

    public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {}

    @MainActor @preconcurrency
    public protocol UIViewRepresentable: View where Body == Never {
        associatedtype UIViewType: UIView
        typealias Context = UIViewRepresentableContext<Self>
        func makeUIView(context: Context) -> UIViewType
        func updateUIView(_ view: UIViewType, context: Context)
    }

    extension UIViewRepresentable {
        public var body: Never { fatalError("a view without a body") }
    }
#endif
