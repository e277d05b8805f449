// The macro for previews, as Apple declares it. `macros` stands in for its implementation.
//
// Pages: https://developer.apple.com/documentation/swiftui/

// Page: preview(_:body:)
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
    #externalMacro(module: "StandInMacros", type: "PreviewMacro")
