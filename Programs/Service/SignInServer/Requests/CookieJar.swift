import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// The cookies of a request. The service sets its own with an explicit SameSite, HttpOnly and the path `/`.
struct CookieJar: Sendable {
    /// Names and values in the order of the header; cookies with the same path are sorted oldest first (RFC 6265 §5.4).
    private let cookies: [(name: String, value: String)]

    init(_ request: Request) {
        cookies = request.headers[values: .cookie].flatMap { header in
            header.utf8.split(separator: UInt8(ascii: ";")).compactMap { pair -> (name: String, value: String)? in
                guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
                let name = pair[..<equals].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                let value = pair[pair.index(after: equals)...]
                return name.isEmpty ? nil : (String(Substring(name)), String(Substring(value)))
            }
        }
    }

    /// The cookie's value; `nil` if it is absent or occurs with different values, because we cannot tell which one is
    /// ours.
    subscript(_ name: String) -> String? {
        guard let value = cookies.first(where: { $0.name == name })?.value else { return nil }
        return cookies.allSatisfy { $0.name != name || $0.value == value } ? value : nil
    }

    /// The cookies whose names have this prefix, oldest first.
    func cookies(beginningWith prefix: String) -> [(name: String, value: String)] {
        cookies.filter { $0.name.hasPrefix(prefix) }
    }
}

/// The names and attributes of our cookies under one public URL.
struct ServiceCookies: Sendable {
    private let isSecure: Bool

    /// The maximum number of flow cookies; without it, the header would grow without limit. Nobody needs this many
    /// sign-ins at once.
    static let maximumFlows = 8

    /// The maximum number of bytes in all flow cookies. Proxies refuse a field of more than 8 KiB by default.
    static let maximumFlowBytes = 6_144

    init(_ publicURL: PublicURL) {
        isSecure = publicURL.isSecure
    }

    // `__Host-` binds a cookie to this host over TLS. On loopback HTTP, Safari refuses Secure cookies, so both are
    // omitted.
    var session: String { prefix + "siwa-session" }
    var flowPrefix: String { prefix + "siwa-flow-" }

    /// Identifies a browser in which a correct password was entered before.
    var browser: String { prefix + "siwa-browser" }

    /// The link ticket that this browser has opened.
    var link: String { prefix + "siwa-link" }

    var question: String { prefix + "siwa-question" }

    /// Becomes the session of a person whose new account waits for a decision.
    var waiting: String { prefix + "siwa-waiting" }

    func flow(_ id: String) -> String { flowPrefix + id }

    func set(_ name: String, _ value: String, lifetime: Duration) -> Cookie {
        Cookie(
            name: name, value: value, maxAge: Int(lifetime.components.seconds), path: "/", secure: isSecure,
            httpOnly: true, sameSite: .lax)
    }

    func remember(_ browser: RememberedBrowser) -> Cookie {
        set(self.browser, browser.cookie, lifetime: RememberedBrowser.lifetime)
    }

    func remove(_ name: String) -> Cookie {
        Cookie(name: name, value: "", maxAge: 0, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
    }

    /// The flow cookies to remove when one is added, oldest first.
    func crowdedOut(of jar: CookieJar, by added: Cookie) -> [Cookie] {
        let flows = jar.cookies(beginningWith: flowPrefix).filter { isFlowName($0.name) }
        var room = ServiceCookies.maximumFlowBytes - added.name.utf8.count - added.value.utf8.count
        let kept = flows.reversed().prefix(ServiceCookies.maximumFlows - 1).prefix { flow in
            room -= flow.name.utf8.count + flow.value.utf8.count
            return room >= 0
        }
        return flows.dropLast(kept.count).map { remove($0.name) }
    }

    /// Removes what another person may have left open in this browser, when somebody signs in for another purpose: a
    /// question, whose answer would add the other's Apple Account to the account of the person who has signed in, and a
    /// held sign-in, which would become a session of the other's account.
    func voidOpenSteps(of jar: CookieJar, goingTo target: ReturnTarget) -> [Cookie] {
        let held = jar[waiting] == nil ? [] : [remove(waiting)]
        guard jar[question] != nil, target.location != Paths.webQuestion else { return held }
        return held + [remove(question)]
    }

    private var prefix: String { isSecure ? "__Host-" : "" }

    private func isFlowName(_ name: String) -> Bool {
        let id = name.utf8.dropFirst(flowPrefix.utf8.count)
        return id.count == 16 && id.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
