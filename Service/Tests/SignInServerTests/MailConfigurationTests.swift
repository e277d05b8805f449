import Settings
import Testing

@testable import SignInServer

@Suite struct MailConfigurationTests {
    @Test func `the configuration says who takes mail, or what is wrong`() throws {
        func faults(_ json: String) -> [String] {
            do throws(ConfigurationFaults) {
                _ = try ServerConfiguration(json: Array(json.utf8), directory: "/srv")
                return []
            } catch {
                return error.lines.filter { $0.hasPrefix("mail") || $0.hasPrefix("passwords") }
            }
        }
        #expect(faults(#"{"mail":{"folder":"out"}}"#) == ["mail.from: must be a valid email address"])
        #expect(faults(#"{"mail":{"folder":"out","from":"a@b\nBcc: x"}}"#).count == 1)
        #expect(faults(#"{"mail":{"folder":"out","from":"a@b.example"}}"#).isEmpty)
        #expect(faults(#"{"mail":{"command":["sendmail"],"from":"a@b.example"}}"#).count == 1)
        #expect(faults(#"{"mail":{"command":["/x"],"folder":"y","from":"a@b.example"}}"#).count == 1)
        #expect(faults(#"{"mail":{"from":"a@b.example"}}"#).count == 1)
        #expect(faults(#"{"passwords":{"scrypt_log_n":30}}"#).count == 1)
    }
}
