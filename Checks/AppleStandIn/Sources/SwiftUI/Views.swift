// The parts of SwiftUI that the kit and the sample use, as Apple declares them. Every part is of the same type.
// `StandInHost` shows what the parts contain.
import Combine
import Foundation

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { return fatalError("a view without a body") }
}

/// The type of every part that the stand-in knows.
public struct AnyPart: View {
    var content: [Any] = []
    var id: AnyHashable?
    var isDisabled = false
    var isInvisible = false
    var minHeight: CGFloat?
    nonisolated public init() {}
    nonisolated init(_ content: Any, change: (inout AnyPart) -> Void = { _ in }) {
        self.content = [content]
        change(&self)
    }
    public var body: Never { return fatalError("a view without a body") }
}

@resultBuilder
public struct ViewBuilder {
    public static func buildExpression(_ view: some View) -> AnyPart { AnyPart(view) }
    public static func buildBlock(_ parts: AnyPart...) -> AnyPart {
        var block = AnyPart()
        block.content = parts
        return block
    }
    public static func buildOptional(_ part: AnyPart?) -> AnyPart { part ?? AnyPart() }
    public static func buildEither(first: AnyPart) -> AnyPart { first }
    public static func buildEither(second: AnyPart) -> AnyPart { second }
    public static func buildLimitedAvailability(_ part: some View) -> AnyPart { AnyPart(part) }
}

public struct Text: View {
    nonisolated public init(_ text: String) {}
    public var body: AnyPart { AnyPart() }
}

public struct ProgressView: View {
    nonisolated public init() {}
    nonisolated public init(_ title: String) {}
    public var body: AnyPart { AnyPart() }
}

public struct VStack<Content: View>: View {
    nonisolated public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
    public var body: AnyPart { AnyPart() }
}

public struct Form<Content: View>: View {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
    public var body: AnyPart { AnyPart() }
}

public struct Section<Content: View>: View {
    nonisolated public init(_ title: String, @ViewBuilder content: () -> Content) {}
    public var body: AnyPart { AnyPart() }
}

public struct ButtonRole: Sendable {
    public static let destructive = ButtonRole()
    public static let cancel = ButtonRole()
}

public struct Button: View {
    nonisolated public init(_ title: String, action: @escaping @MainActor () -> Void) {}
    nonisolated public init(_ title: String, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
    public var body: AnyPart { AnyPart() }
}

public struct Link: View {
    nonisolated public init(_ title: String, destination: URL) {}
    public var body: AnyPart { AnyPart() }
}

extension View {
    nonisolated public func id(_ id: some Hashable) -> some View { AnyPart(self) { $0.id = AnyHashable(id) } }
    nonisolated public func padding() -> some View { AnyPart(self) }
    nonisolated public func disabled(_ isDisabled: Bool) -> some View { AnyPart(self) { $0.isDisabled = isDisabled } }
    nonisolated public func opacity(_ opacity: Double) -> some View { AnyPart(self) { $0.isInvisible = opacity == 0 } }
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { AnyPart(self) }
    nonisolated public func frame(
        minWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil, maxHeight: CGFloat? = nil
    ) -> some View { AnyPart(self) { $0.minHeight = minHeight } }
    nonisolated public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { AnyPart(self) }
    nonisolated public func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> some View {
        AnyPart(self)
    }
}

public enum ColorScheme: Sendable { case light, dark }

public struct EnvironmentValues {
    public var colorScheme = ColorScheme.light
    public var isEnabled = true
    /// How much larger than usual the person prefers text. SwiftUI has `dynamicTypeSize` for it.
    public var standInTextScale = 1.0
    public init() {}
    /// The environment of the view whose body is evaluated.
    public nonisolated(unsafe) static var standIn = EnvironmentValues()
}

@propertyWrapper
public struct Environment<Value> {
    private let path: KeyPath<EnvironmentValues, Value>
    public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }
    public var wrappedValue: Value { EnvironmentValues.standIn[keyPath: path] }
}

@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint> {
    private let value: Value
    public init(wrappedValue: Value) { value = wrappedValue }
    public var wrappedValue: Value { value * Value(EnvironmentValues.standIn.standInTextScale) }
}

@propertyWrapper
@MainActor @preconcurrency
public struct State<Value> {
    public var wrappedValue: Value {
        get { value }
        nonmutating set {}
    }
    private let value: Value
    nonisolated public init(wrappedValue: Value) { value = wrappedValue }
}

@propertyWrapper
@MainActor @preconcurrency
public struct StateObject<ObjectType: ObservableObject> {
    private let make: () -> ObjectType
    nonisolated public init(wrappedValue: @autoclosure @escaping () -> ObjectType) { make = wrappedValue }
    public var wrappedValue: ObjectType { make() }
}

@propertyWrapper
@MainActor @preconcurrency
public struct ObservedObject<ObjectType: ObservableObject> {
    public var wrappedValue: ObjectType
    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
}

@MainActor @preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    var body: Body { get }
}

extension Never: Scene {}

public struct WindowGroup: Scene {
    nonisolated public init(@ViewBuilder content: () -> some View) {}
    public var body: Never { fatalError("a scene without a body") }
}

@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene
    var body: Body { get }
    init()
}

extension App {
    public static func main() {}
}
