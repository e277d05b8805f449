// Reported by: closed-to-app-extensions
// An extension that links this does not compile, and neither does an app whose extension links it.
import UIKit

@MainActor
func scenes() -> Set<UIScene> {
    UIApplication.shared.connectedScenes
}
