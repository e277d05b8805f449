import Foundation
import HTTPServing
import RelayMail
package import Settings

extension EmulatorConfiguration {
    mutating func readMail(_ settings: SettingsReader) {
        mailListen = settings.value(
            "mail.listen", must: "HOST:PORT on loopback",
            "Where the [relay](emulator/mail.md) takes mail by SMTP. It is on loopback only."
        ) { ListenAddress($0) }
        mailClient = settings.value(
            "mail.client_address", unset: "the connection's own", must: "an IP address",
            "Which client SPF is checked for."
        ) { IPAddress($0) }
        guard let file = settings.file("mail.dns", "A file of DNS records, in the form of zone files.") else { return }
        do throws(ConfigurationFaults) {
            try readMailRecords(file)
        } catch {
            for line in error.lines { settings.add(fault: line) }
        }
    }

    /// Reads the DNS records that the relay knows from a file in the form of zone files.
    ///
    /// Throws ``ConfigurationFaults`` if the file cannot be read.
    package mutating func readMailRecords(_ path: String) throws(ConfigurationFaults) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConfigurationFaults(["mail.dns: \(path) cannot be read"])
        }
        do throws(RecordsFault) {
            mailRecords = try RecordsFile(String(decoding: data, as: UTF8.self)).records
        } catch {
            throw ConfigurationFaults(["mail.dns: \(path), \(error.sentence)"])
        }
    }

    /// What is wrong with the settings of mail.
    var mailFaults: [String] {
        var found: [String] = []
        if let mailListen, !mailListen.isLoopback {
            found.append("mail.listen: \(mailListen) is not loopback; the relay takes mail of this machine only")
        }
        if mailListen == nil, faults.contains(where: { $0.endpoint == .mail }) {
            found.append("faults: a fault of mail needs mail.listen")
        }
        return found
    }
}
