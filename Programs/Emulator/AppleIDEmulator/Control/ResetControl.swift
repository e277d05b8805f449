import HTTPTypes
import Hummingbird

/// `/_emulator/snapshots` and `/_emulator/reset`: keeps and restores snapshots, and resets one team or everything.
struct ResetControl: Sendable {
    struct Snapshot: ControlCall {
        let name: String

        enum CodingKeys: CodingKey, CaseIterable {
            case name
        }
    }

    struct Call: ControlCall {
        /// The name of a snapshot.
        var to: String?
        var teamId: String?

        enum CodingKeys: CodingKey, CaseIterable {
            case to, teamId
        }
    }

    struct SnapshotsReply: Encodable, Sendable {
        let snapshots: [String]
    }

    struct ResetReply: Encodable, Sendable {
        let reset = true
    }

    let state: EmulatorState

    func keep(_ request: Request) async throws -> Answer {
        let call = try await request.control(Snapshot.self)
        guard !call.name.isEmpty, call.name.utf8.count <= 100 else {
            throw ControlRefusal.badRequest("snapshot_name", "A snapshot needs a name of at most 100 characters.")
        }
        guard state.keepSnapshot(call.name) else {
            throw ControlRefusal(
                status: 409, code: "snapshots_full",
                message: "There are \(EmulatorState.maximumSnapshots) snapshots already.")
        }
        return try list(status: .created)
    }

    func list(status: HTTPResponse.Status = .ok) throws -> Answer {
        try .reply(SnapshotsReply(snapshots: state.snapshotNames), status: status)
    }

    /// Returns to the configuration, restores the snapshot `to`, or ends all consents for one team.
    func reset(_ request: Request) async throws -> Answer {
        let isEmpty = (request.headers[.contentLength] ?? "0") == "0" && request.headers[.transferEncoding] == nil
        let call = isEmpty ? Call() : try await request.control(Call.self)
        if let name = call.to {
            guard try state.restoreSnapshot(name) else {
                throw ControlRefusal.notFound("snapshot_unknown", "There is no snapshot \(name).")
            }
        } else if let team = call.teamId {
            guard try state.forget(team: team) else {
                throw ControlRefusal.notFound("team_unknown", "There is no team \(team).")
            }
        } else {
            try state.reset()
        }
        return try .reply(ResetReply())
    }
}
