/// What this is a release of.
package enum Release {
    /// The version of both programs and of the package that they were built from, by Semantic Versioning. `Scripts/check-api` compares it
    /// with the changelog, the README and the OpenAPI document.
    package static let version = "0.1.0"
}
