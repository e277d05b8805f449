// The views and modifiers of SwiftUI that the kit and the sample use, as Apple declares them. Every part is of the same
// type, and the views are not generic. `StandInHost` shows what the parts contain.
//
// Pages: https://developer.apple.com/documentation/swiftui/
import Foundation

// Page: view
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@MainActor @preconcurrency
public protocol View {
    // Page: view
    associatedtype Body: View
    // Page: view
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { return fatalError("a view without a body") }
}

/// The type of every part that the stand-in knows.
public struct StandInPart: View {
    var content: [Any] = []
    var id: AnyHashable?
    var isDisabled = false
    var isInvisible = false
    var isProminent = false
    var minHeight: CGFloat?
    var maxHeight: CGFloat?
    var task: (@Sendable () async -> Void)?
    nonisolated public init() {}
    nonisolated init(_ content: Any, change: (inout StandInPart) -> Void = { _ in }) {
        self.content = [content]
        change(&self)
    }
    public var body: Never { return fatalError("a view without a body") }
}

// Page: viewbuilder
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@resultBuilder
public struct ViewBuilder {
    // Page: not found. The page lists no expressions, and the stand-in needs them to have one type for all parts.
    public static func buildExpression(_ view: some View) -> StandInPart { StandInPart(view) }
    // Page: viewbuilder
    public static func buildBlock(_ parts: StandInPart...) -> StandInPart {
        var block = StandInPart()
        block.content = parts
        return block
    }
    // Page: viewbuilder
    public static func buildIf(_ part: StandInPart?) -> StandInPart { part ?? StandInPart() }
    // Page: viewbuilder
    public static func buildEither(first: StandInPart) -> StandInPart { first }
    // Page: viewbuilder
    public static func buildEither(second: StandInPart) -> StandInPart { second }
    // Page: viewbuilder
    public static func buildLimitedAvailability(_ part: some View) -> StandInPart { StandInPart(part) }
}

// Page: text
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Text: View {
    public let standInText: String
    // Page: text/init(_:)-9d1g4
    // A literal is a key, as at Apple.
    @_disfavoredOverload nonisolated public init(_ text: String) { standInText = text }
    // Page: text/init(_:tablename:bundle:comment:)
    nonisolated public init(_ key: LocalizedStringKey) { standInText = key.standInText }
    public var body: StandInPart { StandInPart() }
}

// Page: localizedstringkey
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct LocalizedStringKey: ExpressibleByStringInterpolation {
    let standInText: String
    // Page: localizedstringkey/init(stringliteral:)
    public init(stringLiteral value: String) { standInText = value }
    // Page: localizedstringkey/init(_:)
    public init(_ value: String) { standInText = value }
}

// Page: emptyview
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct EmptyView: View {
    // Page: emptyview/init()
    nonisolated public init() {}
    public var body: StandInPart { StandInPart() }
}

// Page: link
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
public struct Link: View {
    public let standInText: String
    // Page: link/init(_:destination:)
    nonisolated public init(_ title: String, destination: URL) { standInText = title }
    public var body: StandInPart { StandInPart() }
}

// Page: font
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Font: Sendable {
    // Page: font/title
    public static let title = Font()
}

// Page: textalignment
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public enum TextAlignment: Sendable {
    // Page: textalignment
    case leading, center, trailing
}

// Page: controlsize
@available(iOS 15.0, macOS 10.15, watchOS 9.0, visionOS 1.0, *)
public enum ControlSize: Sendable {
    // Page: controlsize
    case mini, small, regular, large
}

// Page: accessibilitytraits
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct AccessibilityTraits: Sendable {
    // Page: accessibilitytraits/isheader
    public static let isHeader = AccessibilityTraits()
}

// Page: progressview
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
public struct ProgressView: View {
    public let standInText: String?
    // Page: progressview
    nonisolated public init() { standInText = nil }
    // Page: progressview
    nonisolated public init(_ title: String) { standInText = title }
    public var body: StandInPart { StandInPart() }
}

// Page: vstack
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct VStack<Content: View>: View {
    // Page: vstack/init(alignment:spacing:content:)
    nonisolated public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { part = StandInPart(content()) }
    private let part: StandInPart
    public var body: StandInPart { part }
}

// Page: form
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Form<Content: View>: View {
    // Page: form/init(content:)
    nonisolated public init(@ViewBuilder content: () -> Content) { part = StandInPart(content()) }
    private let part: StandInPart
    public var body: StandInPart { part }
}

// Page: section
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Section<Content: View>: View {
    public let standInText: String
    // Page: section/init(_:content:)
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    nonisolated public init(_ title: String, @ViewBuilder content: () -> Content) {
        standInText = title
        part = StandInPart(content())
    }
    private let part: StandInPart
    public var body: StandInPart { part }
}

// Page: foreach
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
    // Page: foreach/init(_:id:content:)
    nonisolated public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        var parts = StandInPart()
        parts.content = data.map { element in
            StandInPart(content(element)) { $0.id = AnyHashable(element[keyPath: id]) }
        }
        part = parts
    }
    private let part: StandInPart
    public var body: StandInPart { part }
}

// Page: buttonrole
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public struct ButtonRole: Equatable, Sendable {
    // Page: buttonrole/destructive
    public static let destructive = ButtonRole()
}

// Page: primitivebuttonstyle
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {}

// Page: borderedbuttonstyle
@available(iOS 15.0, macOS 10.15, tvOS 13.0, watchOS 7.0, visionOS 1.0, *)
public struct BorderedButtonStyle: PrimitiveButtonStyle {
    // Page: borderedbuttonstyle/init()
    nonisolated public init() {}
}

// Page: borderedprominentbuttonstyle
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
    // Page: borderedprominentbuttonstyle/init()
    nonisolated public init() {}
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    // Page: primitivebuttonstyle/bordered
    @available(iOS 15.0, macOS 10.15, tvOS 13.0, watchOS 7.0, visionOS 1.0, *)
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    // Page: primitivebuttonstyle/borderedprominent
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

// Page: button
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Button: View {
    public let standInText: String
    public let standInRole: ButtonRole?
    public let standInAction: @MainActor () -> Void
    // Page: button/init(_:action:)-lpm7
    nonisolated public init(_ title: String, action: @escaping @MainActor () -> Void) {
        standInText = title
        standInRole = nil
        standInAction = action
    }
    // Page: button/init(_:role:action:)
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    nonisolated public init(_ title: String, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        standInText = title
        standInRole = role
        standInAction = action
    }
    public var body: StandInPart { StandInPart() }
}

// Page: textfield
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct TextField: View {
    public let standInText: String
    public let standInBinding: Binding<String>
    // Page: textfield/init(_:text:)
    nonisolated public init(_ title: String, text: Binding<String>) {
        standInText = title
        standInBinding = text
    }
    public var body: StandInPart { StandInPart() }
}

// Page: securefield
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct SecureField: View {
    public let standInText: String
    public let standInBinding: Binding<String>
    // Page: securefield/init(_:text:)
    nonisolated public init(_ title: String, text: Binding<String>) {
        standInText = title
        standInBinding = text
    }
    public var body: StandInPart { StandInPart() }
}

extension View {
    // Page: view/sheet(ispresented:ondismiss:content:)
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    nonisolated public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        StandInPart(self) { if isPresented.wrappedValue { $0.content.append(content()) } }
    }
    // Page: view/sheet(item:ondismiss:content:)
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    nonisolated public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        StandInPart(self) { if let item = item.wrappedValue { $0.content.append(content(item)) } }
    }
    // Page: view/id(_:)
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    nonisolated public func id(_ id: some Hashable) -> some View { StandInPart(self) { $0.id = AnyHashable(id) } }
    // Page: view/padding(_:_:)
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    nonisolated public func padding() -> some View { StandInPart(self) }
    // Page: view/disabled(_:)
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    nonisolated public func disabled(_ disabled: Bool) -> some View { StandInPart(self) { $0.isDisabled = disabled } }
    // Page: view/opacity(_:)
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    nonisolated public func opacity(_ opacity: Double) -> some View {
        StandInPart(self) { $0.isInvisible = opacity == 0 }
    }
    // Page: view/accessibilityhidden(_:)
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { StandInPart(self) }
    // Page: view/frame(minwidth:idealwidth:maxwidth:minheight:idealheight:maxheight:alignment:)
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    nonisolated public func frame(
        minWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil, maxHeight: CGFloat? = nil
    ) -> some View {
        StandInPart(self) {
            $0.minHeight = minHeight
            $0.maxHeight = maxHeight
        }
    }
    // Page: view/frame(width:height:alignment:)
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    nonisolated public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { StandInPart(self) }
    // Page: view/buttonstyle(_:)
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
        StandInPart(self) { $0.isProminent = style is BorderedProminentButtonStyle }
    }
    // Page: view/font(_:)
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    nonisolated public func font(_ font: Font?) -> some View { StandInPart(self) }
    // Page: view/multilinetextalignment(_:)
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { StandInPart(self) }
    // Page: view/accessibilityaddtraits(_:)
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
    nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { StandInPart(self) }
    // Page: view/task(priority:_:)
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    nonisolated public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { StandInPart(self) { $0.task = action } }
    // Page: view/task(id:priority:_:)
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    nonisolated public func task<ID: Equatable>(
        id: ID, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { StandInPart(self) { $0.task = action } }
}
