// The parts of Combine that the kit uses, as Apple declares them.
//
// Pages: https://developer.apple.com/documentation/combine/

// Page: observableobject
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public protocol ObservableObject: AnyObject {}

// Page: published
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@propertyWrapper
public struct Published<Value> {
    // Page: published
    public var wrappedValue: Value
    // Page: published
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    // Page: published
    public init(initialValue: Value) { wrappedValue = initialValue }
}
