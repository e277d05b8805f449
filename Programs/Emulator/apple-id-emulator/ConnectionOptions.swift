import AppleIDEmulator
import ArgumentParser
import HTTPServing

/// The options for TLS, for the address of control calls and for the relay.
struct ConnectionOptions: ParsableArguments {
    @Flag(help: "Serve https, with a certificate of an authority made for this emulator.")
    var tls = false

    @Option(
        name: .customLong("tls-name"),
        help: ArgumentHelp("One more name or address of the certificate; may be repeated.", valueName: "name"))
    var tlsNames: [String] = []

    @Option(
        help: ArgumentHelp(
            "Keep the authority there, so that clients trust it after a restart too.", valueName: "folder"))
    var tlsAuthority: String?

    @Option(help: ArgumentHelp("Serve control calls there too, by plain HTTP.", valueName: "host:port"))
    var controlListen: String?

    @Option(
        help: ArgumentHelp(
            "Take mail to relay addresses there, by SMTP; on loopback only, and nothing is sent on.",
            valueName: "host:port"))
    var mail: String?

    @Option(
        help: ArgumentHelp("The DNS records that the relay knows, in the form of zone files.", valueName: "file"))
    var mailDns: String?

    func apply(to configuration: inout EmulatorConfiguration) throws {
        if tls { configuration.tls = true }
        configuration.tlsNames += tlsNames
        if let tlsAuthority { configuration.tlsAuthority = tlsAuthority }
        if let controlListen {
            guard let address = ListenAddress(controlListen) else {
                throw ValidationError("--control-listen must be HOST:PORT, not \(controlListen).")
            }
            configuration.controlListen = address
        }
        if let mail {
            guard let address = ListenAddress(mail) else {
                throw ValidationError("--mail must be HOST:PORT, not \(mail).")
            }
            configuration.mailListen = address
        }
        if let mailDns { try configuration.readMailRecords(mailDns) }
    }
}
