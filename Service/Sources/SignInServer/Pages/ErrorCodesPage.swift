import Hummingbird
import SignInFlows

/// Every code that a reply can carry, with its meaning: what `documentation` in an error points to.
extension Pages {
    func errorCodes() throws -> Response {
        let codes = ErrorCode.all.sorted { $0.name < $1.name }.map {
            ["code": $0.name, "status": String($0.status), "meaning": $0.message]
        }
        return try render("errors", ["codes": codes], title: "Error codes", wide: true)
    }
}
