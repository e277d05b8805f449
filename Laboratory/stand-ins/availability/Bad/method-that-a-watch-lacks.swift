// Reported by: newer-than-the-stand-in-says. Floors: macOS 12, iOS 15, tvOS 15, watchOS 9, visionOS 1
// The guard names every version, but a watch has no such method, whatever its version.
import AuthenticationServices

final class Sheet {
    private var controller: ASAuthorizationController?

    func close() {
        if #available(iOS 16, macOS 13, tvOS 18, visionOS 1, *) { controller?.cancel() }
    }
}
