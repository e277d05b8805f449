import HTTPTypes
import Hummingbird

/// `GET /appleauth/static/jsapi/appleid/1/<locale>/appleid.auth.js`: Apple's path for the script, at the emulator's
/// address.
struct ScriptEndpoint: Sendable {
    static let folder = "/appleauth/static/jsapi/appleid/1/"

    let state: EmulatorState

    func add(to router: Router<EmulatorContext>, _ runner: EndpointRunner) {
        // not counted as `pages`: otherwise the script could use up a counted fault that is meant for a page
        for method in [HTTPRequest.Method.get, .head] {
            runner.add(method, RouterPath(Self.folder + ":locale/appleid.auth.js"), .control, to: router, answer)
        }
    }

    private func answer(_ request: Request) -> Answer {
        let locale = request.uri.path.dropFirst(Self.folder.count).prefix { $0 != "/" }
        guard let script = ServedScript(locale: String(locale), baseURL: state.baseURL) else {
            return Answer(status: .notFound)
        }
        let headers = [
            // a browser asks each time, since another release of the emulator may be at the same address
            (name: "ETag", value: script.entityTag), (name: "Cache-Control", value: "no-cache"),
            // lets pages load it that require this of everything (Cross-Origin-Embedder-Policy: require-corp)
            (name: "Cross-Origin-Resource-Policy", value: "cross-origin"),
        ]
        if request.headers[.ifNoneMatch] == script.entityTag {
            return Answer(status: .notModified, headers: headers)
        }
        return Answer(
            headers: headers + [("Content-Type", "text/javascript; charset=utf-8")], body: Array(script.text.utf8))
    }
}
