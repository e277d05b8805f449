import ArgumentParser
import Foundation

/// `siwa doctor refusal`: names the cause why Apple refused one request.
struct DoctorRefusal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refusal", abstract: "Name the cause why Apple refused a token request or a revocation.",
        usage: "siwa doctor refusal --request <file> [--answer <file>] [--config <file>] [options]",
        discussion: """
            Apple answers most mistakes with the same few words. Give the request's body as it was sent, and Apple's \
            answer: the most likely cause comes first. With a configuration, client, key and signature are compared with \
            it. Nobody is asked, and neither codes, tokens nor client secrets are printed.

            Exit codes: 0 nothing found, 1 a cause was found, 2 usage or configuration error, 3 could not decide.

            EXAMPLE
              siwa doctor refusal --request body.txt --answer answer.json --config siwa.json
            """)

    @Option(help: ArgumentHelp("The form as it was sent; - reads standard input.", valueName: "file"))
    var request: String

    @Option(
        help: ArgumentHelp(
            "The body of Apple's answer. An empty one stands for 200 without a body.", valueName: "file"))
    var answer: String?

    @Option(help: ArgumentHelp("The endpoint. Without it, the form decides.", valueName: "name"))
    var endpoint: RefusedRequest.Endpoint?

    @Option(help: ArgumentHelp("The Content-Type of the request.", valueName: "type"))
    var contentType = RefusedRequest.formType

    @Flag(help: "The request had an Authorization header.")
    var authorizationHeader = false

    @Option(help: ArgumentHelp("The configuration whose teams, keys and clients are known (JSON).", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("When it was sent (seconds since 1970). Without it, now.", valueName: "seconds"))
    var at: Double?

    @Flag(help: "Print the results as JSON.")
    var json = false

    private static let limit = 1 << 20

    func validate() throws {
        guard request != "-" || answer != "-" else {
            throw ValidationError("only one of --request and --answer can be read from standard input")
        }
        guard let at else { return }
        guard at.isFinite, abs(at) < 1e12 else { throw ValidationError("--at must be a time in seconds since 1970") }
    }

    func run() throws {
        let teams = try config.map { ConfiguredTeams(try ConfiguredService.settings(in: $0)) }
        let refused = RefusedRequest(
            body: try Self.bytes(request), contentType: contentType, answer: try applesAnswer(), endpoint: endpoint,
            hasAuthorizationHeader: authorizationHeader, sentAt: at ?? Date().timeIntervalSince1970, teams: teams)
        let report = DoctorReport(findings: RefusalDiagnosis.findings(refused))
        Output.result(json ? VisibleJSON.lines(report.json) : report.text)
        if report.hasFailure { throw ProgramExit.no }
        if report.hasUnknown { throw ProgramExit.undecided }
    }

    private func applesAnswer() throws -> RefusedRequest.Answer {
        guard let answer else { return .notKept }
        guard let read = RefusedRequest.Answer(body: try Self.bytes(answer)) else {
            throw ValidationError("--answer must be the JSON object that Apple sent, or empty")
        }
        return read
    }

    /// The content of a file, or of standard input.
    private static func bytes(_ path: String) throws -> [UInt8] {
        let content: [UInt8]?
        if path == "-" {
            var input = StandardInput()
            content = input.bytes(limit: limit)
        } else {
            content = try fileContent(path)
        }
        guard let content else { throw ValidationError("\(path): larger than \(limit) bytes") }
        return content
    }

    private static func fileContent(_ path: String) throws -> [UInt8]? {
        do {
            let handle = try FileHandle(forReadingFrom: URL(filePath: path))
            let bytes = [UInt8](try handle.read(upToCount: limit + 1) ?? Data())
            return bytes.count > limit ? nil : StandardInput.withoutFinalLineBreak(bytes)
        } catch {
            throw ValidationError("\(path): cannot be read")
        }
    }
}

extension RefusedRequest.Endpoint: ExpressibleByArgument {}
