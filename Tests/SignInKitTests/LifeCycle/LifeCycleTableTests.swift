import Testing

@testable import SignInKit

/// Tests every event in every situation. An event that the table does not list must change nothing.
@Suite struct LifeCycleTableTests {
    /// A line of ``LifeCycleTable``.
    struct Row {
        let situation: String
        let event: String
        let status: String
        let effects: String

        init(_ line: Substring) {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.split(separator: " ").joined(separator: " ")
            }
            (situation, event, status, effects) = (cells[0], cells[1], cells[2], cells[3])
        }
    }

    static let rows = LifeCycleTable.text.split(separator: "\n").filter { $0.contains("|") }.map(Row.init)

    @Test func `the table names situations and events that there are, each pair once`() {
        let pairs = Self.rows.map { $0.situation + " " + $0.event }
        #expect(Set(pairs).count == pairs.count)
        for row in Self.rows {
            #expect(Situation(rawValue: row.situation) != nil, "\(row.situation)")
            #expect(Event(rawValue: row.event) != nil, "\(row.event)")
        }
        #expect(pairs.count > 150, "the table was not read")
    }

    @Test(arguments: Situation.allCases)
    func `every event in this situation does what the table says, or nothing`(situation: Situation) {
        for event in Event.allCases {
            var life = situation.life
            let before = life
            let effects = life.decide(on: event.input, at: Sample.hour).map(\.words).joined(separator: ", ")
            let row = Self.rows.first { $0.situation == situation.rawValue && $0.event == event.rawValue }
            if let row {
                #expect(life.status.words == row.status, "\(situation) \(event)")
                #expect(effects == row.effects, "\(situation) \(event)")
            } else if [.accepted, .otherAccount, .passwordAccepted].contains(event) {
                // That session is no longer needed.
                #expect(life == before && effects == "endUnusedSession", "\(situation) \(event): \(effects)")
            } else {
                #expect(life == before && effects.isEmpty, "\(situation) \(event): \(life.status.words) [\(effects)]")
            }
        }
    }
}
