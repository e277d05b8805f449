/// The release that this code belongs to.
package enum Release {
    /// The version of both programs and of the package, by Semantic Versioning. `Scripts/check-api` compares it with
    /// the changelog, the README and the OpenAPI document.
    package static let version = "0.1.0"
}
