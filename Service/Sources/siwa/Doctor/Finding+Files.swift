import SignInServer

/// What the permissions of files show.
extension Finding {
    static func wrongUser(_ path: String) -> Finding {
        Finding(
            code: "data_not_readable", level: .unknown, subject: path,
            meaning: "This user may not read the service's data, so keys and database were not checked.",
            advice: "Run the doctor as the service's user: sudo -u siwa siwa doctor.", evidence: .documented)
    }

    static func keyOfAnotherUser(_ subject: String, _ path: String) -> Finding {
        Finding(
            code: "key_file_of_another_user", level: .failure, subject: subject,
            meaning: "\(path) belongs to another user than the service's own keys, so the service cannot read it.",
            advice: "Give the file to the service's user with chown.", evidence: .documented)
    }
}

extension ServerConfiguration {
    /// A file or folder of the service's data that the present user may not read; `nil` if there is none.
    var closedPath: String? {
        var paths = [secretsDirectory]
        if case .file(let path) = databasePlace { paths.append(path) }
        return paths.first { FileAccess(to: $0) == .closed }
    }
}
