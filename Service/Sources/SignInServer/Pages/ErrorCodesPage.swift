import Hummingbird
import SignInFlows

/// The page with every error code and its meaning. The member `documentation` of an error links to it.
extension Pages {
    func errorCodes() throws -> Response {
        let codes = ErrorCode.all.sorted { $0.name < $1.name }.map {
            ["code": $0.name, "status": String($0.status), "meaning": $0.message]
        }
        return try render("errors", ["codes": codes], title: "Error codes", wide: true)
    }
}
