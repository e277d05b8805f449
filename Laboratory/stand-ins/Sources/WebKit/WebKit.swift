// The part of WebKit that the sample uses, as Apple declares it.
//
// Pages: https://developer.apple.com/documentation/webkit/
import Foundation
import UIKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// Page: wknavigation
@available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@MainActor
open class WKNavigation: NSObject {
    // Page: not found. Every Objective-C class has it.
    public override init() { super.init() }
}

// Page: wkwebview
@available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@MainActor
open class WKWebView: UIView {
    /// What was loaded, in order.
    public private(set) var standInRequests: [URLRequest] = []
    // Page: wkwebview/load(_:)
    @available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
    @discardableResult
    open func load(_ request: URLRequest) -> WKNavigation? {
        standInRequests.append(request)
        return nil
    }
}
