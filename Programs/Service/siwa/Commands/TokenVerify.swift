import ArgumentParser
import Foundation
import JSONWebTokens
import SignInWithApple

/// `siwa token verify`: runs the service's verifier on one token or many.
struct TokenVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify an identity token or a notification that Apple signed.",
        usage: """
            siwa token verify --client-id <id> … (--nonce <value> | --nonce-sha256-of <raw> | --no-nonce)
            siwa token verify --kind notification --client-id <id> …
            """,
        discussion: """
            Reads one token on standard input and prints its claims as JSON, or the stable code of its refusal. Characters \
            that cannot be seen, or that change the direction of others, are printed as \\u escapes.

            With --batch it reads JSON lines {"id":…,"token":…,"given":{"code":…,"access_token":…}} and answers each, in \
            the same order, with {"id":…,"accept":true,"claims":{…}} or {"id":…,"accept":false,"error":"stable_code"}. \
            "given" may be absent. A line that cannot be read also gets an answer and does not stop the others.

            Exit codes: 0 valid (--batch: every line was decided), 1 not valid, 2 usage error, 3 could not decide.

            EXAMPLE
              siwa token verify --client-id com.example.app --nonce-sha256-of "$NONCE" < token.jwt
            """)

    @Option(
        name: .long,
        help: ArgumentHelp("A client ID that the token may be issued to; may be repeated.", valueName: "id"))
    var clientId: [String] = []

    @Option(name: .long, help: "The issuer that the token must name.")
    var issuer = AppleEndpoints.apple.issuer

    @Option(
        name: .long,
        help: ArgumentHelp("A file with the issuer's key set. Without it, Apple's keys are fetched.", valueName: "file")
    )
    var jwks: String?

    @Option(name: .long, help: "The kind of token.")
    var kind: TokenVerification.Kind = .identity

    @OptionGroup var clock: Clock
    @OptionGroup var nonce: NonceOptions

    @OptionGroup var given: CompanionOptions

    @Flag(name: .long, help: "Verify many tokens, one per JSON line.")
    var batch = false

    func validate() throws {
        guard !clientId.isEmpty else { throw ValidationError("at least one --client-id is required") }
        for id in clientId {
            if let fault = ClientID(rawValue: id).fault() { throw ValidationError("--client-id: \(fault)") }
        }
        switch kind {
        case .identity:
            try nonce.requireOne()
        case .notification:
            guard nonce.nonce == nil, nonce.nonceSha256Of == nil, given.isEmpty else {
                throw ValidationError("a notification has neither a nonce nor a code or access token")
            }
        }
        if batch, !given.isEmpty {
            throw ValidationError("with --batch, each line carries its own \"given\"")
        }
    }

    func run() async throws {
        let keys = await KeySource(file: jwks).keys()
        let verification: Result<TokenVerification, KeySource.Failure>
        switch keys {
        case .success(let keys): verification = .success(try self.verification(with: keys))
        case .failure(.fileUnreadable): throw ValidationError("cannot read the key set \(jwks ?? "")")
        case .failure(let failure): verification = .failure(failure)
        }
        if batch {
            try TokenBatch(verification: verification, at: clock.date).run()
        } else {
            try verifyOne(verification)
        }
    }

    /// Only invalid options can fail here: the keys were checked before.
    private func verification(with keys: JSONWebKeySet) throws -> TokenVerification {
        do throws(ConfigurationFault) {
            return try TokenVerification(
                kind: kind, issuer: issuer, clientIDs: Set(clientId.map { ClientID(rawValue: $0) }), keys: keys,
                nonce: nonce.expected)
        } catch {
            throw ValidationError(error.description)
        }
    }

    private func verifyOne(_ verification: Result<TokenVerification, KeySource.Failure>) throws {
        let verification = try Self.available(verification)
        let given = try given.companion()
        var input = StandardInput()
        // The verifier refuses the token for its size, so any text of that size will do.
        let token = input.text(limit: 1 << 20) ?? String(repeating: "A", count: 1 << 20)
        switch verification.verify(token, beside: given, at: clock.date) {
        case .accepted(let claims):
            Output.result(VisibleJSON.lines(.object(claims)))
        case .refused(let code, let remark):
            if token.isEmpty { Output.remark("standard input was empty") }
            if let remark { Output.remark(VisibleJSON.visible(remark)) }
            Output.result(code)
            throw ProgramExit.no
        }
    }

    private static func available(
        _ verification: Result<TokenVerification, KeySource.Failure>
    ) throws -> TokenVerification {
        switch verification {
        case .success(let verification): return verification
        case .failure(let failure):
            Output.remark("could not decide: \(failure.explanation)")
            Output.result(failure.code)
            throw ProgramExit.undecided
        }
    }
}

extension TokenVerification.Kind: ExpressibleByArgument {}

/// What came with the token. Other users of the machine see the arguments of a program, so these name files.
struct CompanionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with the code that came with the token. The token must contain its hash.", valueName: "file"))
    var codeFile: String?

    @Option(
        help: ArgumentHelp(
            "A file with the access token that came with the token. Its hash must match, if the token has one.",
            valueName: "file"))
    var accessTokenFile: String?

    var isEmpty: Bool { codeFile == nil && accessTokenFile == nil }

    func companion() throws -> TokenCompanion {
        TokenCompanion(code: try codeFile.map(Self.read), accessToken: try accessTokenFile.map(Self.read))
    }

    /// Any file can be named, such as a pipe of the shell, so its mode does not matter.
    private static func read(_ path: String) throws -> String {
        guard let handle = FileHandle(forReadingAtPath: path) else { throw ValidationError("cannot read \(path)") }
        var input = StandardInput(handle)
        guard let text = input.text(limit: 1 << 16), !text.isEmpty else {
            throw ValidationError("\(path): neither a code nor an access token")
        }
        return text
    }
}

/// Requires exactly one of three options, so that omitting the nonce is an explicit decision.
struct NonceOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The nonce that the token must contain.", valueName: "value"))
    var nonce: String?

    @Option(
        name: .customLong("nonce-sha256-of"),
        help: ArgumentHelp("The nonce before hashing, as native apps hash it.", valueName: "raw"))
    var nonceSha256Of: String?

    @Flag(name: .customLong("no-nonce"), help: "Do not check the nonce.")
    var noNonce = false

    func requireOne() throws {
        guard [nonce != nil, nonceSha256Of != nil, noNonce].count(where: { $0 }) == 1 else {
            throw ValidationError("exactly one of --nonce, --nonce-sha256-of and --no-nonce is required")
        }
    }

    var expected: ExpectedNonce {
        if let nonce { return .raw(nonce) }
        if let nonceSha256Of { return .sha256(of: nonceSha256Of) }
        return .notUsed(because: "the command line says --no-nonce")
    }
}
