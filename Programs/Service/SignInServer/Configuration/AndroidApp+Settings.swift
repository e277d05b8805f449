import Settings
import SignInFlows

extension AndroidApp {
    /// Reads the app of an OpenID client; `nil` for none. Faults go to the settings.
    init?(_ settings: SettingsReader, kind: OpenIDClient.Kind?) {
        let package = settings.value(
            "android_package", must: "an application ID such as com.example.app",
            "The Android app that may open links to this host ([below](#android-apps-app-links))."
        ) { AndroidApp.isPackage($0) ? $0 : nil }
        let texts = settings.list(
            "android_certificates",
            "The SHA-256 fingerprints of the certificates that sign `android_package`.")
        for text in texts where !Self.isFingerprint(text) {
            settings.add(
                fault: "android_certificates: \(text) is not a SHA-256 fingerprint as keytool prints it, 32 pairs of "
                    + "hexadecimal digits in upper case with colons")
        }
        switch (package, texts.isEmpty) {
        case (nil, true): return nil
        case (nil, false):
            settings.add(fault: "android_package: missing; android_certificates are those of an app")
            return nil
        case (_?, true):
            settings.add(fault: "android_certificates: missing; anybody can use the ID of an app")
            return nil
        case (let package?, false):
            if kind == .confidential { settings.add(fault: "android_package: an app is a public client") }
            self.init(package: package, certificates: texts)
        }
    }
}
