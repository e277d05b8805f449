/// The table of `benchmark accounts`: goals next to the measured values.
struct AccountsReport {
    enum Engine: String {
        case sqlite = "SQLite"
        case postgreSQL = "PostgreSQL"
    }

    private let accounts: Int
    private var limits: MachineLimits?
    private var signInOnSQLite: Double?
    private var body: Table

    init(accounts: Int, count: Int, connections: Int) {
        self.accounts = accounts
        body = Table(
            "Durable sign-ins and renewals over HTTP: \(count) each, \(connections) connections, load from a second process, "
                + "\(accounts) accounts and \(accounts * 3) sessions",
            columns: ["", "server µs", "per core and s", "seen per s", "p50 ms", "p99 ms", "goal"])
    }

    mutating func add(limits: MachineLimits) {
        self.limits = limits
        add("limit: fsync of 4 KiB, one after the other", rate: limits.syncs)
        add("limit: whole verification of a token", processor: limits.verification)
        add("limit: P-256 signature", processor: limits.signature)
        add("limit: rows of a sign-in, a hundred to a commit", processor: limits.rows)
    }

    mutating func add(pgbench rate: Double) {
        add("limit: the same statements by pgbench, 32 connections", rate: rate)
    }

    mutating func add(_ engine: Engine, _ figures: EngineFigures) {
        let isSQLite = engine == .sqlite
        let name = engine.rawValue
        add("\(name): empty request", figures.floor)
        let signIns = figures.empty.signIns
        if isSQLite {
            signInOnSQLite = signIns.processor
            let sum = figures.floor.processor + (limits.map { $0.verification + $0.signature + $0.rows } ?? .nan)
            add("P5  \(name): native sign-in", signIns, goal: met(1e6 / signIns.processor >= 8_500, "≥ 8,500"))
            add("P5  over empty request + verification + signature + rows", ratio: signIns.processor / sum, atMost: 1.3)
        } else {
            add("P6  \(name): native sign-in", signIns)
            add("P6  over P5's", ratio: signIns.processor / (signInOnSQLite ?? .nan), atMost: 2)
        }
        let renewals = figures.empty.refreshes
        let goal = isSQLite ? 8_000.0 : 3_000
        add("P7  \(name): renewal", renewals, goal: met(1e6 / renewals.processor >= goal, "≥ \(digits(goal, 0))"))
        add("P10 \(name): sign-in beside \(accounts) accounts", figures.full.signIns)
        add("P10 \(name): renewal beside \(accounts) accounts", figures.full.refreshes)
        add("P10 p99 of sign-ins over the empty one's", ratio: figures.full.signIns.p99 / signIns.p99, atMost: 1.5)
        add("P10 p99 of renewals over the empty one's", ratio: figures.full.refreshes.p99 / renewals.p99, atMost: 1.5)
        let start = figures.secondsToReady * 1_000
        add("P10 start to ready, ms", value: digits(start, 0), goal: met(start <= 300, "≤ 300"))
        add(
            "P11 memory of its own, idle, MB", value: digits(figures.ownMegabytes, 0),
            goal: met(figures.ownMegabytes <= 15, "≤ 15"))
        add("    with program and libraries", value: digits(figures.idleMegabytes, 0), goal: "")
        let most = max(figures.loadMegabytes, figures.fullMegabytes)
        add(
            "P11 memory of its own, under load, MB", value: digits(figures.ownLoadMegabytes, 0),
            goal: met(figures.ownLoadMegabytes <= 60, "≤ 60"))
        add("    with program and libraries", value: digits(most, 0), goal: "")
        let bytes = figures.loaded.accountBytes + figures.loaded.sessionBytes
        add(
            "P12 bytes of an account with one session", value: digits(bytes, 0),
            goal: isSQLite ? met(bytes <= 400, "≤ 400") : "")
    }

    func table() -> Table { body }

    private func met(_ isMet: Bool, _ goal: String) -> String { goal + (isMet ? ": met" : ": NOT met") }

    private mutating func add(_ name: String, _ spent: ServiceLoad.Spent, goal: String = "") {
        body.add(
            name, digits(spent.processor, 1), digits(1e6 / spent.processor, 0), digits(spent.rate, 0),
            digits(spent.p50),
            digits(spent.p99), goal)
    }

    private mutating func add(_ name: String, processor: Double) {
        body.add(name, digits(processor, 1), digits(1e6 / processor, 0), "", "", "", "")
    }

    private mutating func add(_ name: String, rate: Double) {
        body.add(name, "", "", digits(rate, 0), "", "", "")
    }

    private mutating func add(_ name: String, ratio: Double, atMost limit: Double) {
        add(name, value: digits(ratio), goal: met(ratio <= limit, "≤ \(limit)"))
    }

    private mutating func add(_ name: String, value: String, goal: String) {
        body.add(name, value, "", "", "", "", goal)
    }
}
