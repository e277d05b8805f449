import Testing

@testable import SignInBackground

@Suite struct WatchdogTests {
    @Test(
        arguments: [
            ([:], nil), (["WATCHDOG_USEC": "30000000"], .seconds(15)), (["WATCHDOG_USEC": "0"], nil),
            (["WATCHDOG_USEC": "-1"], nil), (["WATCHDOG_USEC": "soon"], nil),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"], .seconds(15)),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"], nil),
        ] as [([String: String], Duration?)])
    func `reports twice in the time that systemd waits, if it waits for this process`(
        _ environment: [String: String], _ expected: Duration?
    ) {
        #expect(Watchdog.interval(environment, processIdentifier: 7) == expected)
    }

    @Test(arguments: [
        [:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "notify"], ["NOTIFY_SOCKET": "vsock:2:1"],
        ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 200)],
    ])
    func `without a socket that can be used nothing is reported`(_ environment: [String: String]) {
        #expect(SystemdSocket(environment: environment) == nil)
    }
}
