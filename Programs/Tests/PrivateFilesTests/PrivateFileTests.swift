import Testing

@testable import PrivateFiles

@Suite struct PrivateFileTests {
    @Test(
        arguments: [
            ("/etc/siwa/key.p8", 0o600, false), ("/etc/siwa/key.p8", 0o400, false), ("/etc/siwa/key.p8", 0o640, true),
            ("/etc/siwa/key.p8", 0o604, true), ("/run/credentials/siwa.service/key.p8", 0o400, false),
            ("/run/credentials/siwa.service/key.p8", 0o440, false),
            ("/run/credentials/siwa.service/key.p8", 0o460, true),
            ("/run/credentials/siwa.service/key.p8", 0o444, true), ("/run/credentials/../../etc/key.p8", 0o440, true),
            ("/srv/run/credentials/key.p8", 0o440, true),
        ] as [(String, UInt32, Bool)])
    func `only its owner may read a secret, except for a credential of systemd`(
        _ path: String, _ mode: UInt32, _ isShared: Bool
    ) {
        #expect(PrivateFile.isShared(path, mode: 0o100_000 | mode) == isShared)
    }
}
