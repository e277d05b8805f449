import HTTPServing
import Hummingbird
import NIOCore
import ServiceLifecycle

/// `GET /_emulator/device/signals?since=N&device=…`: the revoked notification as a stream, one JSON object per line.
struct SignalControl: Sendable {
    struct Line: Encodable, Sendable {
        let number: Int
        let at: Int
        let signal = "credential_revoked"
        let person: String
        let teamId: String
        let primaryApp: String
        let user: String
    }

    let state: EmulatorState

    func stream(_ request: Request) -> Answer {
        let fields = FormFields(decoding: (request.uri.query ?? "").utf8)
        let since = fields?["since"].flatMap { Int($0) } ?? 0
        let device = fields?["device"]
        let state = state
        var answer = Answer(
            headers: [
                ("Content-Type", "application/x-ndjson"), ("Cache-Control", "no-store"), ("Connection", "close"),
            ])
        answer.stream = ResponseBody { writer in
            var seen = since
            let (wakeUps, end) = state.signals.listen()
            // otherwise, a client's disconnection would go unnoticed until the next signal
            try await request.body.consumeWithInboundCloseHandler { _ in
                for await _ in wakeUps.cancelOnGracefulShutdown() {
                    let (signals, account) = state.read { world in
                        (world.signals.filter { $0.number > seen }, device.map { world.devices[$0]?.account })
                    }
                    for signal in signals where account == nil || account == signal.person {
                        try await writer.write(ByteBuffer(string: line(signal)))
                    }
                    seen = signals.last?.number ?? seen
                }
            } onInboundClosed: {
                end()
            }
            try await writer.finish(nil)
        }
        return answer
    }

    private func line(_ signal: DeviceSignal) throws -> String {
        let person = state.read { $0.person(signal.person) }
        let line = Line(
            number: signal.number, at: signal.at, person: signal.person, teamId: signal.consent.teamID,
            primaryApp: signal.consent.primaryApp,
            user: state.subject(of: signal.person, person, team: signal.consent.teamID))
        return try OrderedJSON(encoding: line).text + "\n"
    }
}
