import SignInServer

/// What the permissions of files show.
extension Finding {
    static func wrongUser(_ path: String) -> Finding {
        Finding(
            code: "data_not_readable", level: .unknown, subject: path,
            meaning: "This user may not read the service's data, so keys and database were not checked.",
            advice: "Run the doctor as the service's user: sudo -u siwa siwa doctor.", evidence: .documented)
    }

    /// The service refuses to start with the same words.
    static func ownKeysRefused(_ folder: String, _ reason: String, hasKeys: Bool) -> Finding {
        Finding(
            code: "own_keys_refused", level: .failure, subject: folder, meaning: reason + ".",
            advice:
                "Correct what it says, with the service's user as owner."
                + (hasKeys ? " The keys are there: restore no backup over them." : ""),
            evidence: .documented)
    }

    /// A transaction needs a few megabytes for the journal of the database.
    static func room(in folder: String, megabytes: Int64) -> Finding {
        if megabytes < 16 {
            return Finding(
                code: "disk_full", level: .failure, subject: folder,
                meaning: "\(megabytes) MB are free, so the database cannot store a sign-in.",
                advice: "Make room. Until then every sign-in is answered with 503.", evidence: .documented)
        }
        guard megabytes < 512 else { return .fine("disk_has_room", folder, "\(megabytes) MB are free.") }
        return Finding(
            code: "disk_almost_full", level: .warning, subject: folder, meaning: "Only \(megabytes) MB are free.",
            advice: "Make room. On a full disk nobody can sign in.", evidence: .documented)
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
