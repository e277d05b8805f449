// The environment, the property wrappers and the scenes of SwiftUI that the kit and the sample use, as Apple declares
// them.
//
// Pages: https://developer.apple.com/documentation/swiftui/
import Combine
import Foundation

// Page: colorscheme
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public enum ColorScheme: Sendable {
    // Page: colorscheme
    case light, dark
}

// Page: environmentvalues
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct EnvironmentValues {
    // Page: environmentvalues/colorscheme
    public var colorScheme = ColorScheme.light
    // Page: environmentvalues/isenabled
    public var isEnabled = true
    // Page: environmentvalues/controlsize
    @available(iOS 15.0, macOS 10.15, watchOS 9.0, visionOS 1.0, *)
    public var controlSize = ControlSize.regular
    /// How much larger than usual the person prefers text. SwiftUI has `dynamicTypeSize` for it.
    public var standInTextScale = 1.0
    // Page: environmentvalues/init()
    public init() {}
    /// The environment of the view whose body is evaluated.
    public nonisolated(unsafe) static var standIn = EnvironmentValues()
}

// Page: environment
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@propertyWrapper
public struct Environment<Value> {
    private let path: KeyPath<EnvironmentValues, Value>
    // Page: environment
    public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }
    // Page: environment
    public var wrappedValue: Value { EnvironmentValues.standIn[keyPath: path] }
}

// Page: scaledmetric
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint> {
    private let value: Value
    // Page: scaledmetric
    public init(wrappedValue: Value) { value = wrappedValue }
    // Page: scaledmetric
    public var wrappedValue: Value { value * Value(EnvironmentValues.standIn.standInTextScale) }
}

// Page: state
// Not isolated to the main actor, unlike the two wrappers of objects.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@propertyWrapper
public struct State<Value> {
    // Page: state/wrappedvalue
    public var wrappedValue: Value {
        // What the host keeps at a place is of the type that the view there declares.
        get { box.current.value as! Value }
        nonmutating set { box.current.value = newValue }
    }
    private let box: StandInBox
    // Page: state
    public init(wrappedValue: Value) { box = StandInBox(wrappedValue) }
    // Page: state/init()
    public init() where Value: ExpressibleByNilLiteral { box = StandInBox(Value(nilLiteral: ())) }
    // Page: state/projectedvalue
    public var projectedValue: Binding<Value> { Binding(box) }
}

// Page: binding
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@propertyWrapper
public struct Binding<Value> {
    // Page: binding/wrappedvalue
    public var wrappedValue: Value {
        get { box.current.value as! Value }
        nonmutating set { box.current.value = newValue }
    }
    private let box: StandInBox
    fileprivate init(_ box: StandInBox) { self.box = box }
}

/// The value of a state, which outlives the view that declares it: the host lets the next view at the same place use what
/// it has kept.
final class StandInBox {
    fileprivate var value: Any
    var kept: StandInBox?
    var current: StandInBox { kept ?? self }
    fileprivate init(_ value: Any) { self.value = value }
}

/// A property of a view that the host keeps.
protocol StandInKept {
    var standInBox: StandInBox { get }
}

extension State: StandInKept {
    var standInBox: StandInBox { box }
}

// Page: stateobject
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
@propertyWrapper
@MainActor @preconcurrency
public struct StateObject<ObjectType: ObservableObject> {
    private let make: () -> ObjectType
    // Page: stateobject
    nonisolated public init(wrappedValue: @autoclosure @escaping () -> ObjectType) { make = wrappedValue }
    // Page: stateobject/wrappedvalue
    public var wrappedValue: ObjectType { make() }
}

// Page: observedobject
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@propertyWrapper
@MainActor @preconcurrency
public struct ObservedObject<ObjectType: ObservableObject> {
    // Page: observedobject/wrappedvalue
    public var wrappedValue: ObjectType
    // Page: observedobject
    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
}

// Page: scene
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
@MainActor @preconcurrency
public protocol Scene {
    // Page: scene
    associatedtype Body: Scene
    // Page: scene
    var body: Body { get }
}

extension Never: Scene {}

// Page: windowgroup/init(makecontent:)
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
public struct WindowGroup: Scene {
    // Page: windowgroup/init(content:)
    // Deprecated since iOS 18 for an initializer with an escaping closure, which a trailing closure chooses there.
    nonisolated public init(@ViewBuilder content: () -> some View) {}
    public var body: Never { fatalError("a scene without a body") }
}

// Page: app
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
@MainActor @preconcurrency
public protocol App {
    // Page: app
    associatedtype Body: Scene
    // Page: app
    var body: Body { get }
    // Page: app
    init()
}

extension App {
    // Page: app/main()
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
    public static func main() {}
}
