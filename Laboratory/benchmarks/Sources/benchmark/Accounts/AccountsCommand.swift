import ArgumentParser
import Foundation

/// Goals P5, P6, P7, P10, P11 and P12: durable sign-ins and renewals, in an empty database and beside a million
/// accounts, on SQLite and on PostgreSQL, with the same machine's limits in the same table.
struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "Sign-ins and renewals in an empty database and beside a million accounts, on both engines.")

    @Option(help: "Folder with release builds of siwa and apple-id-emulator.") var programs: String
    @Option(help: "Accounts to load; each gets three sessions.") var accounts = 1_000_000
    @Option(help: "Sign-ins, and as many renewals, measured each time.") var count = 4_000
    @Option(help: "Connections at once.") var connections = 128
    @Option(help: "The script that loads accounts.") var loader: String
    @Option(help: "The script that writes the rows of sign-ins by SQLite itself.") var rows: String
    @Option(help: "An empty database on a PostgreSQL server; without it SQLite alone is measured.") var postgresql:
        String?
    @Option(help: "The statements of a sign-in for pgbench.") var pgbench: String?
    @Option(help: "Write the table as JSON to this file.") var json: String?

    func run() async throws {
        var report = AccountsReport(accounts: accounts, count: count, connections: connections)
        try await report.add(limits: MachineLimits.measure(rows: rows))
        report.add(.sqlite, try await measure(database: nil))
        if let postgresql {
            report.add(.postgreSQL, try await measure(database: postgresql))
            if let pgbench { try await report.add(pgbench: MachineLimits.pgbench(pgbench, at: postgresql)) }
        }
        let table = report.table()
        print(table.printed())
        if let json { try table.write(to: json) }
    }

    private func measure(database: String?) async throws -> EngineFigures {
        try await SignInSystem.run(programs: programs, database: database) { system in
            try await HTTPCalls.with(connections: connections) { calls in
                try await measure(ServiceLoad(system: system, calls: calls, connections: connections))
            }
        }
    }

    private func measure(_ load: ServiceLoad) async throws -> EngineFigures {
        let idle = try load.system.service.residentMegabytes()
        let own = try load.system.service.anonymousMegabytes()
        var tokens = try await load.signInEverybody()
        let floor = try await load.emptyRequests(count)
        let empty = try await round(load, &tokens)
        let underLoad = try load.system.service.residentMegabytes()
        let ownUnderLoad = try load.system.service.anonymousMegabytes()
        Progress.show("loading \(accounts) accounts")
        let loaded = try await load.system.withServiceAtRest {
            try await loadAccounts(into: load.system.database)
        }
        Progress.clear()
        let secondsToReady = load.system.service.secondsToReady
        let full = try await round(load, &tokens)
        return EngineFigures(
            floor: floor, empty: empty, full: full, idleMegabytes: idle, ownMegabytes: own, loadMegabytes: underLoad,
            ownLoadMegabytes: max(ownUnderLoad, try load.system.service.anonymousMegabytes()),
            fullMegabytes: try load.system.service.residentMegabytes(), secondsToReady: secondsToReady, loaded: loaded)
    }

    /// Measures one round. Uncounted sign-ins run first, so that caches are equally warm in both rounds.
    private func round(_ load: ServiceLoad, _ tokens: inout [String]) async throws -> EngineFigures.Round {
        _ = try await load.signIns(load.prepared(count / 8))
        let signIns = try await load.signIns(load.prepared(count))
        var sessions: [String] = []
        while sessions.count < connections { sessions += try await load.signInEverybody() }
        let refreshes = try await load.refreshes(count, of: Array(sessions.prefix(connections)))
        return .init(signIns: signIns, refreshes: refreshes)
    }

    private func loadAccounts(into database: String) async throws -> LoadedAccounts {
        let line = try await output(of: loader, ["--accounts", String(accounts), database])
        return try JSONDecoder().decode(LoadedAccounts.self, from: Data(line.utf8))
    }
}

/// The report of the loading script.
struct LoadedAccounts: Decodable {
    let accounts: Int
    let sessions: Int
    let seconds: Double
    let accountBytes: Double
    let sessionBytes: Double

    enum CodingKeys: String, CodingKey {
        case accounts, sessions, seconds
        case accountBytes = "account_bytes"
        case sessionBytes = "session_bytes"
    }
}

/// The figures of one engine.
struct EngineFigures {
    struct Round {
        let signIns: ServiceLoad.Spent
        let refreshes: ServiceLoad.Spent
    }

    let floor: ServiceLoad.Spent
    let empty: Round
    let full: Round
    let idleMegabytes: Double
    /// The part of `idleMegabytes` that is not file pages of the program and its libraries.
    let ownMegabytes: Double
    let loadMegabytes: Double
    let ownLoadMegabytes: Double
    let fullMegabytes: Double
    let secondsToReady: Double
    let loaded: LoadedAccounts
}
