import ChildPrograms
import Foundation
import SignInAPI
import Testing
import Waiting

/// Apple replaces its keys without overlap while people sign in, with the real service, the real emulator and real
/// time.
@Suite(.serialized, .sharedEmulator)
struct KeyChangeDrillTests {
    private enum Way: Int, CaseIterable { case app, web }

    @Test func `nobody is refused for good when Apple changes its keys while people sign in`() async throws {
        let system = try SharedSystem.system
        try await system.mendApple()
        try await system.startService()
        let change = Int.random(in: 4..<20)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                if number == change { try await system.control("/keys", ["action": "rotate", "overlap": false]) }
                let person = try await system.newPerson()
                let way = Way.allCases[number % Way.allCases.count]
                group.addTask { try await Self.signIn(person, by: way, system) }
                // People sign in one after another, some before the change and some after it.
                if number.isMultiple(of: 4) { try await group.next() }
            }
            try await group.waitForAll()
        }
    }

    /// Signs in and sends the same answer again as long as the service asks for that. Any status except success and
    /// "try again later" is a final refusal.
    private static func signIn(
        _ person: String, by way: Way, _ system: SignInSystem
    ) async throws {
        switch way {
        case .app:
            let app = NativeApp(person, system)
            let submission = try await app.submission()
            try await until {
                let answer = try await app.submit(submission)
                if answer.status == 503 {
                    #expect(answer.retryAfter != nil)
                    return false
                }
                #expect(answer.status == 200, "an app was answered \(answer.status): \(answer.body)")
                return true
            }
        case .web:
            let visitor = Visitor(person, system)
            let form = try await visitor.walksToApple()
            try await until {
                let answer = try await visitor.browser.post(form.action, form: form.reposted)
                if answer.status == 503 {
                    #expect(answer.isPage && answer.retryAfter != nil)
                    return false
                }
                #expect(answer.status == 303, "a browser was answered \(answer.status): \(answer.body)")
                return true
            }
        }
    }
}
