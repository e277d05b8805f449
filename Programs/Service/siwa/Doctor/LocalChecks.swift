import ArgumentParser
import Foundation
import PrivateFiles
import ServiceAssembly
import SignInBackground
import SignInFlows
import SignInServer
import SignInWithApple

/// What can be checked without asking anybody else: key files, master keys, database, disk, stored keys and mail.
struct LocalChecks {
    let settings: ServerConfiguration
    let now: Date

    func findings() async -> [Finding] {
        var findings = settings.teams.flatMap { team in team.keys.map { keyFile($0, of: team) } }
        findings += Finding.standIns(settings)
        findings += Finding.doors(settings.policy.doors)
        if let closed = settings.closedPath {
            findings.append(.wrongUser(closed))
        } else {
            findings.append(masterKeys())
            findings += await database()
            if let keySet = await keySet() { findings.append(keySet) }
        }
        if let disk { findings.append(disk) }
        if let mail { findings.append(mail) }
        if let languages = Finding.languages(of: settings.pages) { findings.append(languages) }
        return findings
    }

    private func keyFile(_ key: TeamConfiguration.Key, of team: TeamConfiguration) -> Finding {
        let subject = "team \(team.name), key \(key.id)"
        do throws(PrivateFile.Failure) {
            _ = try PrivateFile.read(key.file)
            if let owner = FileAccess.owner(of: settings.secretsDirectory), owner != FileAccess.owner(of: key.file) {
                return .keyOfAnotherUser(subject, key.file)
            }
            return .fine("key_file_private", subject, "\(key.file) can be read by its owner only.")
        } catch {
            return Finding(
                code: "key_file_refused", level: .failure, subject: subject, meaning: error.description + ".",
                advice: error.code == ENOENT
                    ? "Put the file there that Apple gave out once for \(key.id), or correct its path in the configuration."
                    : "Give the file to the service's user, with the permissions 0600.", evidence: .documented)
        }
    }

    private func masterKeys() -> Finding {
        let (folder, place) = (settings.secretsDirectory, settings.databasePlace)
        do {
            let isThere = try SecretsDirectory.isThere(
                folder, now: now, signsIDTokens: settings.openID != nil, databasePath: "\(place)",
                isDatabaseThere: { (try? place.isThere()) == true })
            return isThere
                ? .fine("master_key_read", folder, "The service can read its own keys.")
                : .fine("first_start", folder, "The service creates its keys at its first start.")
        } catch is SecretsDirectory.MasterKeyMissing {
            return Finding(
                code: "master_key_missing", level: .failure, subject: folder,
                meaning: "There is a database, and its master key is missing.",
                advice: "Restore the folder from the backup. Without it no stored Apple token can be opened.",
                evidence: .documented)
        } catch let failure as PrivateFile.Failure {
            return .ownKeysRefused(folder, failure.description, hasKeys: hasMasterKey)
        } catch {
            return .ownKeysRefused(
                folder, "A file of the service's own keys is damaged: \(type(of: error))", hasKeys: hasMasterKey)
        }
    }

    private func database() async -> [Finding] {
        let place = settings.databasePlace
        let subject = "\(place)"
        do {
            guard try place.isThere() else {
                guard !hasMasterKey else {
                    return [
                        Finding(
                            code: DatabaseMissing.code, level: .failure, subject: subject,
                            meaning: DatabaseMissing.meaning, advice: DatabaseMissing.advice, evidence: .documented)
                    ]
                }
                return [
                    .fine("database_not_there_yet", subject, "The service creates the database at its first start.")
                ]
            }
            let database = try place.open(DatabasePlace.Opening(mayMigrate: false, connections: 1))
            let unknown = try? await StoredTeams.unknown(in: database.accounts, configured: settings.teamIDs)
            await database.close()
            return [.fine("database_opened", subject, "The database opens with schema \(database.schema).")]
                + (unknown ?? []).map(Finding.storedTeam)
        } catch {
            return [
                Finding(
                    code: "database_not_opened", level: .failure, subject: subject,
                    meaning: "The database does not open: \(error)",
                    advice:
                        "Run siwa migrate if the schema is old. Otherwise check that the file or server can be reached by "
                        + "the service's user.", evidence: .documented)
            ]
        }
    }

    private var hasMasterKey: Bool {
        FileManager.default.fileExists(atPath: settings.secretsDirectory + "/" + MasterKeySchedule.first)
    }

    /// Apple's keys as the service last stored them; nil before it did. A running service fetches them every few hours.
    private func keySet() async -> Finding? {
        let path = settings.secretsDirectory + "/apple-key-set.json"
        // The store reads only a file of its own user.
        guard FileAccess.owner(of: path) == geteuid(), let stored = try? await FileKeySetStore(path: path).load()
        else { return nil }
        let hours = Int(now.timeIntervalSince(stored.fetchedAt) / 3_600)
        guard hours >= 24 else {
            return .fine("stored_keys_fresh", path, "Apple's keys were stored less than a day ago.")
        }
        return Finding(
            code: "stored_keys_old", level: .warning, subject: path,
            meaning: "The service last fetched Apple's keys \(hours) hours ago.",
            advice:
                "If the service runs, it does not reach Apple: see the other findings. If it was stopped, start it.",
            evidence: .documented)
    }

    /// Nil if no mail is configured.
    private var mail: Finding? {
        switch settings.mail?.way {
        case nil: return nil
        case .command(let words):
            let program = words.first ?? ""
            guard FileManager.default.isExecutableFile(atPath: program) else {
                return Finding(
                    code: "mail_program_missing", level: .failure, subject: program,
                    meaning: "The program of mail.command is missing or may not be run.",
                    advice: "Install a mail program, or correct its path. Without it nobody can reset a password.",
                    evidence: .documented)
            }
            return .fine("mail_program_found", program, "The mail program can be run. Nothing was sent.")
        case .folder(let path):
            guard FileManager.default.isWritableFile(atPath: path) else {
                return Finding(
                    code: "mail_folder_missing", level: .failure, subject: path,
                    meaning: "mail.folder does not exist or cannot be written.",
                    advice: "Create it, owned by the service's user.", evidence: .documented)
            }
            return .fine("mail_folder_found", path, "Mail can be written.")
        }
    }

    /// Nil where the database is on a server.
    private var disk: Finding? {
        guard case .file(let path) = settings.databasePlace else { return nil }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard
            let free = try? FileManager.default.attributesOfFileSystem(forPath: folder)[.systemFreeSize] as? NSNumber
        else {
            return Finding(
                code: "folder_missing", level: .failure, subject: folder,
                meaning: "The database's folder does not exist.",
                advice: "Create it, owned by the service's user.", evidence: .documented)
        }
        return .room(in: folder, megabytes: free.int64Value >> 20)
    }
}
