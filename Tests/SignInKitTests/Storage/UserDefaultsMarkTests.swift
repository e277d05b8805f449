import Foundation
import Testing

@testable import SignInKit

/// The mark of an installation, alone and shared with an extension.
@Suite struct UserDefaultsMarkTests {
    @Test func `an app and its extension share the mark of their group, and nobody else does`() {
        let group = "group.com.example.\(UUID().uuidString)"
        let key = "mark-\(UUID().uuidString)"
        defer {
            UserDefaults(suiteName: group)?.removePersistentDomain(forName: group)
            UserDefaults.standard.removeObject(forKey: key)
        }
        let app = UserDefaultsMark(key: key, suiteName: group)
        #expect(!app.isSet)
        app.set()
        #expect(UserDefaultsMark(key: key, suiteName: group).isSet, "the extension takes itself for a new installation")
        #expect(!UserDefaultsMark(key: key).isSet, "another app's preferences")
        #expect(!UserDefaultsMark(key: key + "-other", suiteName: group).isSet)
        UserDefaultsMark(key: key).set()
        #expect(UserDefaultsMark(key: key).isSet)
    }
}
