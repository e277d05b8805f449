// The parts of WatchKit that the kit and the sample use, as Apple's headers declare them.
import Foundation

public struct Selector: Sendable {
    public init(_ name: String) {}
}

@MainActor
public final class WKExtension: NSObject {
    public nonisolated static let applicationWillEnterForegroundNotification = Notification.Name(
        "WKApplicationWillEnterForegroundNotification")
}

@MainActor
open class WKInterfaceObject: NSObject {}

@MainActor
public final class WKInterfaceAuthorizationAppleIDButton: WKInterfaceObject {
    public enum Style: Int, Sendable { case `default`, white }
    public init(style: Style, target: Any?, action: Selector) {}
}
