// The parts of WatchKit that the kit and the sample use, as Apple declares them.
//
// Pages: https://developer.apple.com/documentation/watchkit/
import Foundation

// Page: /objectivec/selector
@available(iOS 1.0, macOS 10.0, tvOS 1.0, watchOS 1.0, visionOS 1.0, *)
public struct Selector: Sendable {
    // Page: /objectivec/selector
    public init(_ name: String) {}
}

// Page: wkextension
@available(watchOS 2.0, *)
@MainActor
public final class WKExtension: NSObject {
    // Page: wkextension/applicationdidenterbackgroundnotification
    // Isolated like the next one, which its page does not say either.
    @available(watchOS 7.0, *)
    public static let applicationDidEnterBackgroundNotification = Notification.Name(
        "WKApplicationDidEnterBackgroundNotification")
    // Page: wkextension/applicationwillenterforegroundnotification
    // The page does not say `nonisolated`, as UIKit's does of its notification. Isolated is the stricter reading.
    @available(watchOS 7.0, *)
    public static let applicationWillEnterForegroundNotification = Notification.Name(
        "WKApplicationWillEnterForegroundNotification")
}

// Page: wkinterfaceobject
// Not isolated to the main actor, unlike views: neither this page nor the button's says `@MainActor`.
@available(watchOS 2.0, *)
open class WKInterfaceObject: NSObject {}

// Page: wkinterfaceauthorizationappleidbutton
@available(watchOS 6.0, *)
public final class WKInterfaceAuthorizationAppleIDButton: WKInterfaceObject {
    // Page: wkinterfaceauthorizationappleidbutton/style
    @available(watchOS 6.0, *)
    public enum Style: Int, Sendable {
        // Page: wkinterfaceauthorizationappleidbutton/style
        case `default`, white
    }
    // Page: wkinterfaceauthorizationappleidbutton/init(style:target:action:)
    @available(watchOS 6.1, *)
    public init(style: Style, target: Any?, action: Selector) {}
}
