import Settings
import SignInFlows

/// How the service sends mail, and from which address.
package struct MailConfiguration: Sendable, Equatable {
    /// How messages are handed over.
    package enum Way: Sendable, Equatable {
        /// To a program, with its arguments.
        case command([String])
        /// As files in a folder.
        case folder(String)
    }

    package let way: Way
    /// The sender address of messages.
    package let from: String

    /// `nil` if mail is not configured or the configuration has a fault, which goes to `settings`.
    init?(_ settings: SettingsReader) {
        let command = settings.list(
            "mail.command",
            "The program that gets each message on its standard input, and its arguments ([below](#passwords)).")
        let folder = settings.file(
            "mail.folder",
            "A folder to which each message is written instead, as a file of its own ([below](#passwords)).")
        let from = settings.text("mail.from", "The sender address of messages.")
        switch (command.isEmpty, folder) {
        case (true, nil):
            if from != nil { settings.add(fault: "mail.from: has no effect without mail.command or mail.folder") }
            return nil
        case (false, _?):
            settings.add(fault: "mail.folder: cannot be set together with mail.command")
            return nil
        case (false, nil):
            if command.first?.hasPrefix("/") != true {
                settings.add(fault: "mail.command: must begin with the absolute path of a program")
            }
            way = .command(command)
        case (true, let folder?): way = .folder(folder)
        }
        guard let from, let address = LoginNameText(from), address.isAddress else {
            settings.add(fault: "mail.from: must be a valid email address")
            return nil
        }
        self.from = address.text
    }
}

extension MailPolicy {
    /// Faults go to `settings`.
    init(_ settings: SettingsReader, canMail: Bool) {
        self.init()
        isOpenToBackends = settings.flag(
            "mail.api", isOpenToBackends,
            "Backends may send people messages by POST /v1/mail/messages "
                + "([hidden-mail.md](hidden-mail.md#send-without-holding-an-address)).")
        dailyBudget = settings.number(
            "mail.daily_budget", dailyBudget, in: 1...100,
            "How many such messages an account gets within 24 hours.")
        if isOpenToBackends, !canMail {
            settings.add(fault: "mail.api: has no effect without mail.command or mail.folder")
        }
    }
}
