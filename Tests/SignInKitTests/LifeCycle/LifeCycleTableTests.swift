import Testing

@testable import SignInKit

/// Tests every event in every situation.
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

    private static let texts = [
        LifeCycleTable.text, LifeCycleTable.linking, LifeCycleTable.changes, LifeCycleTable.held,
        LifeCycleTable.elsewhere, LifeCycleTable.offer,
    ]

    static let rows =
        texts
        .flatMap { $0.split(separator: "\n") }.filter { $0.contains("|") }.map(Row.init)

    @Test func `the table names situations and events that there are, each pair once`() {
        let pairs = Self.rows.map { $0.situation + " " + $0.event }
        #expect(Set(pairs).count == pairs.count)
        for row in Self.rows {
            #expect(Situation(rawValue: row.situation) != nil, "\(row.situation)")
            #expect(Event(rawValue: row.event) != nil, "\(row.event)")
        }
        #expect(pairs.count > 150, "the table was not read")
    }

    /// The events that each situation ignores.
    static let ignored = Dictionary(
        [
            LifeCycleIgnored.text, LifeCycleIgnored.linking, LifeCycleIgnored.held, LifeCycleIgnored.ways,
            LifeCycleIgnored.offer,
        ]
        .flatMap { $0.split(separator: "\n") }.map { line in
            let cells = line.split(separator: "|").map { $0.split(separator: " ").map(String.init) }
            return (cells[0][0], cells[1])
        },
        uniquingKeysWith: +)

    @Test(arguments: Situation.allCases)
    func `each event is decided in this situation, once`(situation: Situation) {
        let listed = Self.rows.filter { $0.situation == situation.rawValue }.map(\.event)
        let decided = listed + Self.ignored[situation.rawValue, default: []]
        #expect(decided.sorted() == Event.allCases.map(\.rawValue).sorted())
    }

    @Test func `each input of the life cycle is among the events`() {
        #expect(Set(Event.allCases.map(\.input.kind)) == Set(InputKind.allCases))
    }

    @Test func `no situation and no event is another one once more`() {
        let lives = Situation.allCases.map(\.life)
        for (place, life) in lives.enumerated() {
            let same = lives.firstIndex(of: life)
            #expect(same == place, "\(Situation.allCases[place]): its events were ignored")
        }
        for event in Event.allCases {
            let same = Event.allCases.first { $0.input == event.input && $0.time == event.time }
            #expect(same == event, "without an input of its own")
        }
    }

    @Test(arguments: Situation.allCases)
    func `every event in this situation does what the table says, or nothing`(situation: Situation) {
        for event in Event.allCases {
            var life = situation.life
            let before = life
            let effects = life.decide(on: event.input, at: event.time).map(\.words).joined(separator: ", ")
            let row = Self.rows.first { $0.situation == situation.rawValue && $0.event == event.rawValue }
            if let row {
                #expect(life.status.words == row.status, "\(situation) \(event)")
                #expect(effects == row.effects, "\(situation) \(event)")
            } else if event.bringsSession {
                // That session is no longer needed.
                #expect(life == before && effects == "endUnusedSession", "\(situation) \(event): \(effects)")
            } else if event == .lateName {
                // Apple gives the name only once, whatever has become of the sheet.
                #expect(life == before && effects == "keepName", "\(situation) \(event): \(effects)")
            } else {
                #expect(life == before && effects.isEmpty, "\(situation) \(event): \(life.status.words) [\(effects)]")
            }
        }
    }
}

/// The inputs without their values.
enum InputKind: CaseIterable {
    case launched, foregrounded, backgrounded, credentialRevoked, credentialAnswered, sessionAnswered, sessionEnded
    case sessionChanged, accountRead, searchWanted, signInWanted, attemptOpened, attemptFailed, sheetEnded
    case sheetOverdue, submissionAnswered, passwordAnswered, retryDue, cancelWanted
    case passwordTyped, sessionAdopted, answerWanted, questionAnswered, questionOverdue, changeWanted
    case signOutWanted, deletionWanted, deletionDone, deletionFailed, appleAccountsGone
}

extension SignInInput {
    /// Without a default, so that a new input does not compile until it is among the events.
    var kind: InputKind {
        switch self {
        case .launched: .launched
        case .foregrounded: .foregrounded
        case .backgrounded: .backgrounded
        case .credentialRevoked: .credentialRevoked
        case .credentialAnswered: .credentialAnswered
        case .sessionAnswered: .sessionAnswered
        case .sessionEnded: .sessionEnded
        case .sessionChanged: .sessionChanged
        case .accountRead: .accountRead
        case .searchWanted: .searchWanted
        case .signInWanted: .signInWanted
        case .attemptOpened: .attemptOpened
        case .attemptFailed: .attemptFailed
        case .sheetEnded: .sheetEnded
        case .sheetOverdue: .sheetOverdue
        case .submissionAnswered: .submissionAnswered
        case .passwordAnswered: .passwordAnswered
        case .retryDue: .retryDue
        case .cancelWanted: .cancelWanted
        case .passwordTyped: .passwordTyped
        case .sessionAdopted: .sessionAdopted
        case .answerWanted: .answerWanted
        case .questionAnswered: .questionAnswered
        case .questionOverdue: .questionOverdue
        case .changeWanted: .changeWanted
        case .signOutWanted: .signOutWanted
        case .deletionWanted: .deletionWanted
        case .deletionDone: .deletionDone
        case .deletionFailed: .deletionFailed
        case .appleAccountsGone: .appleAccountsGone
        }
    }
}
