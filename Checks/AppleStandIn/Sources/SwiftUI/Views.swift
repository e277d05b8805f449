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
    var minHeight: CGFloat?
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
    // Page: text/init(_:)-9d1g4
    nonisolated public init(_ text: String) {}
    public var body: StandInPart { StandInPart() }
}

// Page: progressview
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
public struct ProgressView: View {
    // Page: progressview
    nonisolated public init() {}
    // Page: progressview
    nonisolated public init(_ title: String) {}
    public var body: StandInPart { StandInPart() }
}

// Page: vstack
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct VStack<Content: View>: View {
    // Page: vstack/init(alignment:spacing:content:)
    nonisolated public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
    public var body: StandInPart { StandInPart() }
}

// Page: form
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Form<Content: View>: View {
    // Page: form/init(content:)
    nonisolated public init(@ViewBuilder content: () -> Content) {}
    public var body: StandInPart { StandInPart() }
}

// Page: section
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Section<Content: View>: View {
    // Page: section/init(_:content:)
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    nonisolated public init(_ title: String, @ViewBuilder content: () -> Content) {}
    public var body: StandInPart { StandInPart() }
}

// Page: button
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Button: View {
    // Page: button/init(_:action:)-lpm7
    nonisolated public init(_ title: String, action: @escaping @MainActor () -> Void) {}
    public var body: StandInPart { StandInPart() }
}

extension View {
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
    ) -> some View { StandInPart(self) { $0.minHeight = minHeight } }
    // Page: view/frame(width:height:alignment:)
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    nonisolated public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { StandInPart(self) }
    // Page: view/task(priority:_:)
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    nonisolated public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { StandInPart(self) { $0.task = action } }
}
