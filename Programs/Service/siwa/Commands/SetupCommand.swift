import ArgumentParser
import Foundation
import JSONWebTokens
import PrivateFiles
import Settings
import SignInBackground
import SignInServer
import SignInWithApple

/// `siwa setup`: asks what the service needs, writes its configuration, and says what to do at Apple.
struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Write the configuration, and say what to enter in Apple's developer account.",
        usage: "siwa setup [--config <file>] [--replace] [--emulator <url>] [--answers <file>] [<answers>]",
        discussion: """
            Asks about a dozen questions and checks each answer. Nothing is written before the last one. The file \
            contains no secrets: it names the key file.

            Every answer can also be an option or a member of the file of --answers, where paths start from the file's \
            folder. What is given is not asked. Without a terminal, the rest takes the proposals, and nothing is asked. \
            Without any option and file, answers can be piped, one on each line; an empty line takes the proposal. An \
            answer of these kinds that cannot be used ends the command.

            Exit codes: 0 written, 2 wrong usage or answer, 3 failed.
            """)

    @Option(help: ArgumentHelp("The configuration file to write.", valueName: "file"))
    var config = "siwa.json"

    @Option(help: ArgumentHelp("The origin of an emulator that takes Apple's place.", valueName: "url"))
    var emulator: String?

    @Flag(help: "Replace the file if it exists. The old one is kept as FILE.previous.")
    var replace = false

    @OptionGroup(title: "Answers") var options: SetupOptions

    func validate() throws {
        guard let emulator else { return }
        do throws(ConfigurationFault) {
            _ = try AppleEndpoints(emulator: emulator)
        } catch {
            throw ValidationError("--emulator: use an origin such as http://idp.localhost:9080, without a path")
        }
    }

    func run() throws {
        let writing = try ConfigurationWriting(config)
        guard replace || !writing.exists else {
            throw ValidationError("\(config) exists; --replace replaces it and keeps the old one")
        }
        try writing.requireWritable()
        let answers = try answers(given: options.read())
        let text = VisibleJSON.lines(answers.configuration) + "\n"
        // Nothing is written that the service would not start with.
        _ = try ServerConfiguration(json: Array(text.utf8), allowsInsecureDevelopment: true)
        try writing.write(text)
        Output.remark("\n\(config) is written. What is left to do:\n")
        Output.result(RemainingSteps(answers: answers, file: config).text)
        if let warning = Self.warning(Array(text.utf8)) { Output.remark("\n" + warning) }
    }

    private func answers(given: [SetupAnswerName: String]) throws -> SetupAnswers {
        do throws(SetupInterview.Failure) {
            return try interview(given).answers(
                emulator: emulator, folder: URL(fileURLWithPath: config).deletingLastPathComponent().path)
        } catch {
            Output.remark("setup: \(error.description)")
            throw ProgramExit.wrongUsage
        }
    }

    private func interview(_ given: [SetupAnswerName: String]) -> SetupInterview {
        let input = LineInput()
        return SetupInterview(
            isInteractive: isatty(STDIN_FILENO) == 1, show: { FileHandle.standardError.write(Data($0.utf8)) },
            read: { input.next() }, isKey: Self.requireKey, given: given)
    }

    private static func requireKey(_ path: String) throws(SetupQuestion.Fault) {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            throw SetupQuestion.Fault(reason: "\(path) is a folder. Name the file in it.")
        }
        let text: String
        do throws(PrivateFile.Failure) {
            text = String(decoding: try PrivateFile.read(path), as: UTF8.self)
        } catch {
            throw SetupQuestion.Fault(reason: error.description + ".")
        }
        do throws(SigningKeyError) {
            _ = try SigningKey(pem: text, keyID: "KEYID00000", requiring: .es256)
        } catch {
            throw SetupQuestion.Fault(reason: "\(path): \(error.explanation)")
        }
    }

    /// The emulator on another machine could sign in anybody, so the service accepts one only when told to.
    private static func warning(_ json: [UInt8]) -> String? {
        do throws(ConfigurationFaults) {
            _ = try ServerConfiguration(json: json)
            return nil
        } catch {
            return "The emulator is not on this machine: siwa serve needs --insecure-development."
        }
    }
}

/// Standard input, line by line.
private final class LineInput {
    private var input = StandardInput()

    func next() -> String? {
        switch input.line(limit: 4_096) {
        case .bytes(let line): String(decoding: line, as: UTF8.self)
        // No answer is that long, so this one is refused.
        case .tooLong: "\u{7F}"
        case nil: nil
        }
    }
}
