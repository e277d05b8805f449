// Reported by: closed-to-app-extensions
// An extension that links this does not compile, and neither does an app whose extension links it.
#if canImport(UIKit) && !os(watchOS)
    import UIKit

    @MainActor
    func scenes() -> Set<UIScene> {
        UIApplication.shared.connectedScenes
    }
#endif
