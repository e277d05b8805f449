import HTTPServing
import Hummingbird

/// `/faults`: a page that does what `/_emulator/faults` does. It works without scripts, and cannot have faults itself.
struct FaultsEndpoint: Sendable {
    let state: EmulatorState
    let pages: LocalPages

    func add(to router: Router<EmulatorContext>, _ runner: EndpointRunner) {
        let door = ControlPage(configuration: state.configuration)
        runner.add(.get, "/faults", .control, to: router) { try door.admit($0) { _ in try page() } }
        let posts: [(RouterPath, @Sendable (FormFields) throws -> Answer)] = [
            ("/faults", add), ("/faults/remove", remove), ("/faults/clear", clear), ("/faults/open", open),
        ]
        for (path, post) in posts {
            runner.add(.post, path, .control, to: router) { try await door.post($0, post) }
        }
    }

    private func page(_ typed: [String: String] = [:], problem: String? = nil) throws -> Answer {
        .page(try pages.render(.faults(state.faults, typed: typed, problem: problem)))
    }

    private func add(_ fields: FormFields) throws -> Answer {
        do throws(FaultMistake) {
            let setting = try FaultSetting(fields.pairs)
            try state.setFault(setting.fault, at: setting.endpoint)
        } catch {
            let typed = Dictionary(fields.pairs.map { ($0.name, $0.value) }) { first, _ in first }
            return try page(typed, problem: error.sentence)
        }
        return .seeOther("/faults")
    }

    private func remove(_ fields: FormFields) -> Answer {
        // it does not matter if the fault is gone already, for example because a request used it up
        _ = fields["id"].flatMap { Int($0) }.map { state.removeFault($0) }
        return .seeOther("/faults")
    }

    private func clear(_ fields: FormFields) -> Answer {
        state.clearFaults()
        return .seeOther("/faults")
    }

    private func open(_ fields: FormFields) -> Answer {
        state.openGate(fields["gate"] ?? "")
        return .seeOther("/faults")
    }
}
