import Settings
import SignInFlows

/// How the service sends mail, and who it is from.
package struct MailConfiguration: Sendable, Equatable {
    /// Who takes the messages.
    package enum Way: Sendable, Equatable {
        /// A program and its arguments.
        case command([String])
        /// A folder.
        case folder(String)
    }

    /// Who takes the messages.
    package let way: Way
    /// The address that messages are from.
    package let from: String

    /// Nil where nothing is set; what is set wrongly is a fault.
    init?(_ settings: SettingsReader) {
        let command = settings.list(
            "mail.command",
            "The program that takes each message on its standard input, and its arguments ([below](#passwords)).")
        let folder = settings.file(
            "mail.folder", "A folder into which each message is written instead, one file each ([below](#passwords)).")
        let from = settings.text("mail.from", "The address that messages are from.")
        switch (command.isEmpty, folder) {
        case (true, nil):
            if from != nil { settings.add(fault: "mail.from: is of no use without mail.command or mail.folder") }
            return nil
        case (false, _?):
            settings.add(fault: "mail.folder: cannot be set beside mail.command")
            return nil
        case (false, nil):
            if command.first?.hasPrefix("/") != true {
                settings.add(fault: "mail.command: must begin with the whole path of a program")
            }
            way = .command(command)
        case (true, let folder?): way = .folder(folder)
        }
        guard let from, let address = LoginNameText(from), address.isAddress else {
            settings.add(fault: "mail.from: must be the address that messages are from")
            return nil
        }
        self.from = address.text
    }
}
