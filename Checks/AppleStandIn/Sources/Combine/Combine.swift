// The parts of Combine that the kit uses, as Apple declares them.
public protocol ObservableObject: AnyObject {}

@propertyWrapper
public struct Published<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(initialValue: Value) { wrappedValue = initialValue }
}

// Declared only for their names, like SwiftUI's in `Names.swift`.
public protocol Cancellable {}
public protocol ConnectablePublisher {}
public protocol Publisher {}
public protocol Scheduler {}
public protocol Subject {}
public protocol Subscriber {}
public protocol Subscription {}
public final class AnyCancellable {}
public final class CurrentValueSubject {}
public final class Future {}
public final class PassthroughSubject {}
public struct AnyPublisher {}
public struct Deferred {}
public struct Empty {}
public struct Fail {}
public struct Just {}
public struct Record {}
public enum Publishers {}
public enum Subscribers {}
