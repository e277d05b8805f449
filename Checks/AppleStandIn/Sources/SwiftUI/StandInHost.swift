#if !(STAND_IN_WATCHOS || STAND_IN_MACOS)
    import Foundation
    import UIKit

    /// Shows a view as a hosting controller does, for a test. A UIKit view is created once for each place and id, and
    /// updated whenever it is shown again. Apple has nothing like it.
    @MainActor
    public final class StandInHost {
        /// A UIKit view on the screen.
        public struct Shown {
            public let view: UIView
            public let isInvisible: Bool
            public let minHeight: CGFloat?
        }

        public private(set) var shown: [Shown] = []
        /// What the views do when they appear. SwiftUI runs it by itself.
        public private(set) var tasks: [@Sendable () async -> Void] = []
        private var kept: [String: UIView] = [:]
        private var seen: Set<String> = []

        public init() {}

        public func show(_ view: some View, in environment: EnvironmentValues = EnvironmentValues()) {
            shown = []
            tasks = []
            seen = []
            walk(view, at: "", in: environment, isInvisible: false, minHeight: nil)
            kept = kept.filter { seen.contains($0.key) }
        }

        private func walk(
            _ view: Any, at place: String, in environment: EnvironmentValues, isInvisible: Bool, minHeight: CGFloat?
        ) {
            EnvironmentValues.standIn = environment
            defer { EnvironmentValues.standIn = EnvironmentValues() }
            if let part = view as? StandInPart {
                var inner = environment
                if part.isDisabled { inner.isEnabled = false }
                if let task = part.task { tasks.append(task) }
                let name = part.id.map { place + "#\($0)" } ?? place
                for (number, child) in part.content.enumerated() {
                    walk(
                        child, at: name + "/\(number)", in: inner, isInvisible: isInvisible || part.isInvisible,
                        minHeight: part.minHeight ?? minHeight)
                }
            } else if let leaf = view as? any UIViewRepresentable {
                seen.insert(place)
                let view = put(leaf, at: place)
                shown.append(Shown(view: view, isInvisible: isInvisible, minHeight: minHeight))
            } else if let view = view as? any View {
                walk(view.body, at: place + ".", in: environment, isInvisible: isInvisible, minHeight: minHeight)
            }
        }

        private func put<Leaf: UIViewRepresentable>(_ leaf: Leaf, at place: String) -> UIView {
            let context = UIViewRepresentableContext<Leaf>()
            let view = kept[place] as? Leaf.UIViewType ?? leaf.makeUIView(context: context)
            kept[place] = view
            leaf.updateUIView(view, context: context)
            return view
        }
    }
#endif
