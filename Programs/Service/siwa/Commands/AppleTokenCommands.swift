import ArgumentParser
import Foundation
import JSONWebTokens
import SignInWithApple

/// `siwa token check`: asks Apple whether a refresh token is valid.
struct TokenCheckAtApple: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Ask Apple whether a refresh token is still valid.",
        discussion: """
            Reads the refresh token on standard input and prints alive, or the code of Apple's refusal. It is one \
            refresh: Apple may throttle more than one a day for each person.

            Exit codes: 0 alive, 1 refused, 2 usage or configuration error, 3 Apple did not decide.
            """)

    @OptionGroup var apple: AppleClientOptions

    func run() async throws {
        let token = try RefreshToken.fromStandardInput()
        let answer = try await apple.withApple { apple, client in await apple.reply(to: token, for: client) }
        switch answer {
        case .success: Output.result("alive")
        case .failure(let failure): throw failure.shown()
        }
    }
}

/// `siwa token refresh`: prints what Apple answers to a refresh token.
struct TokenRefresh: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Refresh a token at Apple and print the answer.",
        discussion: """
            Reads the refresh token on standard input and prints access token, lifetime and identity token as JSON. \
            Apple may throttle more than one refresh a day for each person.

            Exit codes: 0 refreshed, 1 refused, 2 usage or configuration error, 3 Apple did not decide.
            """)

    @OptionGroup var apple: AppleClientOptions

    func run() async throws {
        let token = try RefreshToken.fromStandardInput()
        let answer = try await apple.withApple { apple, client in await apple.reply(to: token, for: client) }
        switch answer {
        case .success(let reply): Output.result(VisibleJSON.lines(.object(reply.members)))
        case .failure(let failure): throw failure.shown()
        }
    }
}

/// `siwa token revoke`: ends the authorization behind a refresh token, and proves it.
struct TokenRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a token at Apple and prove it.",
        discussion: """
            Reads the refresh token on standard input. Apple answers every revocation with 200, so the token is tried \
            before and after. Prints confirmed, still_alive, already_dead, other_client or the code of a failure. \
            Everything that the person has at this app with Apple ends, and the app asks for consent again.

            Exit codes: 0 confirmed, 1 not revoked, 2 usage or configuration error, 3 Apple did not decide.
            """)

    @OptionGroup var apple: AppleClientOptions

    func run() async throws {
        let token = try RefreshToken.fromStandardInput()
        let answer = try await apple.withApple { apple, client -> Result<RevocationOutcome, AppleCallFailure> in
            do throws(AppleCallFailure) {
                return .success(try await apple.revokeAndConfirm(token, for: client))
            } catch {
                return .failure(error)
            }
        }
        switch answer {
        case .failure(let failure): throw failure.shown()
        case .success(let outcome):
            Output.result(outcome.code)
            if let code = outcome.exitCode { throw code }
        }
    }
}

extension AppleClient {
    /// The answer to a refresh, as a value.
    fileprivate func reply(
        to token: RefreshToken, for client: ClientID
    ) async -> Result<TokenReply, AppleCallFailure> {
        do throws(AppleCallFailure) {
            return .success(try await refresh(token, for: client))
        } catch {
            return .failure(error)
        }
    }
}

extension AppleCallFailure {
    /// Prints the code and the advice, and returns the exit code.
    fileprivate func shown() -> ExitCode {
        Output.result(code)
        Output.remark(advice)
        guard case .refused = self else { return ProgramExit.undecided }
        return ProgramExit.no
    }
}

extension RevocationOutcome {
    /// Nil for a proven revocation.
    var exitCode: ExitCode? {
        switch self {
        case .confirmed: nil
        case .unknown: ProgramExit.undecided
        // A case that a later release of the library adds would not prove a revocation either.
        default: ProgramExit.no
        }
    }
}

extension TokenReply {
    /// Apple's members, by Apple's names.
    var members: JSONObject {
        var members: [(name: String, value: JSONValue)] = [
            (name: "access_token", value: .string(accessToken.secretValue)),
            (name: "expires_in", value: .number(JSONNumber(expiresIn))),
        ]
        if let identityToken { members.append((name: "id_token", value: .string(identityToken))) }
        return JSONObject(members)
    }
}
