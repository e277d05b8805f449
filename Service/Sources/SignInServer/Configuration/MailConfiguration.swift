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
    init?(_ reading: inout ConfigurationReading, directory: String) {
        let (command, folder) = (reading.list(.mailCommand), reading.text(.mailFolder))
        let from = reading.text(.mailFrom)
        switch (command.isEmpty, folder) {
        case (true, nil):
            if from != nil { reading.add(fault: "mail.from: is of no use without mail.command or mail.folder") }
            return nil
        case (false, _?):
            reading.add(fault: "mail.folder: cannot be set beside mail.command")
            return nil
        case (false, nil):
            if command.first?.hasPrefix("/") != true {
                reading.add(fault: "mail.command: must begin with the whole path of a program")
            }
            way = .command(command)
        case (true, let folder?): way = .folder(FilePlace.resolve(folder, in: directory))
        }
        guard let from, let address = LoginNameText(from), address.isAddress else {
            reading.add(fault: "mail.from: must be the address that messages are from")
            return nil
        }
        self.from = address.text
    }
}
