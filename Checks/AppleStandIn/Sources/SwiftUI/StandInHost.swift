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
            public let maxHeight: CGFloat?
        }

        public private(set) var shown: [Shown] = []
        /// The texts on the screen, from the top to the bottom.
        public private(set) var texts: [String] = []
        /// Whether something turns.
        public private(set) var isBusy = false
        /// What the views do when they appear. SwiftUI runs it by itself.
        public private(set) var tasks: [@Sendable () async -> Void] = []
        private var kept: [String: UIView] = [:]
        private var seen: Set<String> = []

        public init() {}

        public func show(_ view: some View, in environment: EnvironmentValues = EnvironmentValues()) {
            shown = []
            texts = []
            isBusy = false
            tasks = []
            seen = []
            walk(view, at: "", in: environment, part: StandInPart())
            kept = kept.filter { seen.contains($0.key) }
        }

        /// `outer` is the nearest part with a size, and is invisible if one of the parts around the view is.
        private func walk(_ view: Any, at place: String, in environment: EnvironmentValues, part outer: StandInPart) {
            EnvironmentValues.standIn = environment
            defer { EnvironmentValues.standIn = EnvironmentValues() }
            if let part = view as? StandInPart {
                var environment = environment
                if part.isDisabled { environment.isEnabled = false }
                if let task = part.task { tasks.append(task) }
                var inner = StandInPart()
                inner.isInvisible = outer.isInvisible || part.isInvisible
                inner.minHeight = part.minHeight ?? outer.minHeight
                inner.maxHeight = part.maxHeight ?? outer.maxHeight
                let name = part.id.map { place + "#\($0)" } ?? place
                for (number, child) in part.content.enumerated() {
                    walk(child, at: name + "/\(number)", in: environment, part: inner)
                }
            } else if let leaf = view as? any UIViewRepresentable {
                seen.insert(place)
                let view = put(leaf, at: place)
                shown.append(
                    Shown(
                        view: view, isInvisible: outer.isInvisible, minHeight: outer.minHeight,
                        maxHeight: outer.maxHeight))
            } else if let view = view as? any View {
                note(view)
                walk(view.body, at: place + ".", in: environment, part: outer)
            }
        }

        private func note(_ view: any View) {
            if let text = view as? Text { texts.append(text.standInText) }
            if let link = view as? Link { texts.append(link.standInText) }
            if let progress = view as? ProgressView {
                isBusy = true
                texts += [progress.standInText].compactMap { $0 }
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
