import ArgumentParser
import CAllocations
import Foundation
import JSONWebTokens

/// Goals P1 to P4 and P8: verification, several tasks at once, hostile tokens, client secrets and access tokens,
/// compared with other implementations of the same.
struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verification and client secrets against the bare operations and other libraries.")

    @Option(help: "Interleaved rounds.") var rounds = 25
    @Option(help: "Calls in each round.") var calls = 1_000
    @Option(help: "The folder Laboratory/corpus/tokens.") var corpus: String?
    @Option(help: "The version of jwt-kit that was built in.") var jwtKit = "of an unknown version"
    @Option(parsing: .upToNextOption, help: "The command that starts the Python contenders.") var python: [String] = []
    @Option(help: "Write the table as JSON to this file.") var json: String?

    func run() async throws {
        let fixture = try TokenFixture()
        guard !python.isEmpty else { return try await measure(fixture, python: nil) }
        let job = [
            "token": fixture.token, "audience": TokenFixture.clientID, "issuer": TokenFixture.issuer,
            "nonce": TokenFixture.nonce,
            "public_key": String(decoding: fixture.key.publicJSONWebKey.members.json, as: UTF8.self),
        ]
        try await PythonContenders.run(python, job: job) { try await measure(fixture, python: $0) }
    }

    private func measure(_ fixture: TokenFixture, python: PythonContenders?) async throws {
        let contenders = try await contenders(fixture, ClientSecretFixture(), python)
        let measured = try await Rounds.measure(contenders.all, rounds: rounds, callsPerRound: calls)
        let throughput = try await Throughput.measure(tasks: [1, 2, 8], rounds: rounds, calls: calls * 5) {
            try fixture.verify()
        }
        var hostile = try HostileTokens(fixture).made()
        if let corpus { hostile += try HostileTokens.corpus(in: corpus) }
        let refusals = try RefusalCost.measure(hostile, fixture: fixture)
        Progress.clear()
        let report = VerifyReport(
            measured: measured, contenders: contenders, throughput: throughput, refusals: refusals, jwtKit: jwtKit)
        let table = report.table(
            title:
                "Processor time of one call, median of \(rounds) interleaved rounds of \(calls); share = limit / time")
        print(table.printed())
        if let json { try table.write(to: json) }
    }

    /// All contenders, in the order of the table.
    struct Contenders {
        let limit: Rounds.Contender
        let verification: Rounds.Contender
        let others: [Rounds.Contender]
        let stages: [Rounds.Contender]
        let jwtKit: JWTKitContenders
        let python: PythonContenders?
        let signature: Rounds.Contender
        let secret: Rounds.Contender
        let bareAccess: Rounds.Contender
        let access: Rounds.Contender

        var all: [Rounds.Contender] {
            [limit, verification] + others + stages + [jwtKit.verification]
                + (python.map { [$0.verification, $0.openSSL] } ?? []) + [
                    signature, secret, jwtKit.clientSecret, bareAccess, access,
                ]
        }
    }

    private func contenders(
        _ fixture: TokenFixture, _ secrets: ClientSecretFixture, _ python: PythonContenders?
    ) async throws -> Contenders {
        let jwtKit = try await JWTKitContenders(
            token: fixture.token, keySet: fixture.keys.json(), clientID: TokenFixture.clientID,
            nonce: TokenFixture.nonce,
            secretKey: secrets.key.pemRepresentation)
        let accessTokens = try AccessTokenFixture()
        return Contenders(
            limit: try fixture.bareRSA, verification: fixture.verification,
            others: [try await fixture.throughClient, try fixture.wrongAudience], stages: try fixture.stages,
            jwtKit: jwtKit, python: python,
            signature: try secrets.bareSignature, secret: try secrets.clientSecret,
            bareAccess: try accessTokens.bareVerification, access: try accessTokens.verification)
    }
}
