// Each of these resembles a fault, but is none. Floors: macOS 12, iOS 15, tvOS 15, watchOS 9, visionOS 1
#if canImport(AuthenticationServices)
    import AuthenticationServices

    func search(_ controller: ASAuthorizationController) {
        #if os(iOS) || os(macOS) || os(visionOS)
            if #available(iOS 16, macOS 13, visionOS 1, *) {
                controller.performRequests(options: .preferImmediatelyAvailableCredentials)
                return
            }
        #endif
        // Mentions performRequests(options: []) only in a comment.
        controller.performRequests()
        print("preferImmediatelyAvailableCredentials")
    }

    #if !(os(watchOS) || STAND_IN_WATCHOS)
        func close(_ controller: ASAuthorizationController, after task: Task<Void, Never>) {
            // A task has such a method on every system.
            task.cancel()
            guard #available(iOS 16, macOS 13, tvOS 18, visionOS 1, *) else { return }
            controller.cancel()
        }
    #endif

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    func isChild(_ credential: ASAuthorizationAppleIDCredential) -> Bool {
        credential.userAgeRange == .child
    }

    struct Look {
        /// One of our own.
        let cornerRadius: Double?
    }

    func radius(_ look: Look) -> Double { look.cornerRadius ?? 6 }
#endif

#if os(watchOS) || STAND_IN_WATCHOS
    import WatchKit

    typealias Button = WKInterfaceAuthorizationAppleIDButton
#elseif canImport(UIKit)
    import UIKit

    typealias Button = UIView
#else
    import AppKit

    typealias Button = NSView
#endif
