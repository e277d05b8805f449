import AccountStorage
import SignInAPI
import SignInFlows

/// Which client a browser uses that names none.
extension ClientDirectory {
    /// The only website, or the only Android app if there is no website.
    var unnamedBrowserClient: RegisteredClient? {
        let websites = all.filter { $0.kind == .web }
        return websites.isEmpty ? all.filter { $0.kind == .android }.onlyElement : websites.onlyElement
    }

    /// The client that a request names; the name is optional if there is only one.
    ///
    /// - Parameter session: the session of the person, whose client is used again.
    func browserClientName(_ named: String?, of session: SignedInSession? = nil) throws(RequestRefusal) -> String {
        if let named { return named }
        guard let client = session.flatMap({ browserClient($0.session.clientID) }) ?? unnamedBrowserClient else {
            throw RequestRefusal(.clientNotNamed)
        }
        return client.name
    }

    /// The name of a client as an address has to tell it; `nil` if browsers use this client anyway, or cannot.
    func nameInAddress(_ name: String?) -> String? {
        name.flatMap { browserClient($0) }.flatMap { $0.name == unnamedBrowserClient?.name ? nil : $0.name }
    }

    private func browserClient(_ name: String) -> RegisteredClient? {
        find(name).flatMap { [.web, .android].contains($0.kind) ? $0 : nil }
    }
}
