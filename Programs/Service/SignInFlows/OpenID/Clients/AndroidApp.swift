/// An Android app that may open links to this service's host (an Android App Link).
package struct AndroidApp: Sendable, Equatable {
    /// The application ID, such as `com.example.app`.
    package let package: String
    /// The SHA-256 fingerprints of the certificates that sign the app, in the form that Android compares.
    package let certificates: [String]

    /// Describes an app whose texts have been checked.
    package init(package: String, certificates: [String]) {
        self.package = package
        self.certificates = certificates
    }

    /// Whether a text can be an application ID: two segments or more, each a letter and then letters, digits or
    /// underscores (https://developer.android.com/build/configure-app-module#set-application-id).
    package static func isPackage(_ text: String) -> Bool {
        let segments = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 255 && segments.count >= 2
            && segments.allSatisfy { segment in
                segment.first.map(isLetter) == true && segment.allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x5F }
            }
    }

    /// Whether a text is a fingerprint as `keytool` prints it: 32 octets in upper case with colons. Android compares
    /// the text (https://developer.android.com/training/app-links/configure-assetlinks).
    package static func isFingerprint(_ text: String) -> Bool {
        let octets = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return octets.count == 32
            && octets.allSatisfy { $0.count == 2 && $0.allSatisfy { isDigit($0) || (0x41...0x46).contains($0) } }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
