// Combine's names that the kit does not use, declared only for their names, like those of SwiftUI's `Names.swift`.
// `Scripts/check-availability` wants no page and no availability of files with this name.
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
