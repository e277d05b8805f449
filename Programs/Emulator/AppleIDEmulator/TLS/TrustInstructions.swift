/// How clients are told to trust the emulator's authority.
package enum TrustInstructions {
    /// One line for each kind of client, with the file and the address filled in.
    package static func lines(file: String, baseURL: String) -> [String] {
        [
            "curl         curl --cacert \(file) \(baseURL)/auth/keys",
            "Python       SSL_CERT_FILE=\(file)   (requests: REQUESTS_CA_BUNDLE)",
            "Node         NODE_EXTRA_CA_CERTS=\(file)",
            "Ruby, Go     SSL_CERT_FILE=\(file)",
            "Java         keytool -importcert -noprompt -alias emulator -file \(file) -keystore emulator.p12"
                + " -storepass changeit",
            "             java -Djavax.net.ssl.trustStore=emulator.p12 -Djavax.net.ssl.trustStorePassword=changeit",
            "Chromium     certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n emulator -i \(file)",
        ]
    }
}
