// SwiftUI's names that the kit does not use, declared only for their names: an app that imports SwiftUI and our modules
// must be able to use each of them. `Snippets/NamesBesideSwiftUI.swift` does. `Scripts/check-availability` wants no page and
// no availability of files with this name.

// MARK: Views and controls

public struct ActionSheet {}
public struct Alert {}
public struct AnyView {}
public struct AsyncImage {}
public struct Canvas {}
public struct ColorPicker {}
public struct ContentUnavailableView {}
public struct ControlGroup {}
public struct DatePicker {}
public struct DisclosureGroup {}
public struct Divider {}
public struct EditButton {}
public struct Gauge {}
public struct GeometryReader {}
public struct Grid {}
public struct GridRow {}
public struct Group {}
public struct GroupBox {}
public struct HStack {}
public struct Image {}
public struct Label {}
public struct LabeledContent {}
public struct LazyHStack {}
public struct LazyVGrid {}
public struct LazyVStack {}
public struct List {}
public struct Menu {}
public struct NavigationLink {}
public struct NavigationPath {}
public struct NavigationSplitView {}
public struct NavigationStack {}
public struct NavigationView {}
public struct OutlineGroup {}
public struct PasteButton {}
public struct Picker {}
public struct RenameButton {}
public struct ScrollView {}
public struct ShareLink {}
public struct Slider {}
public struct Spacer {}
public struct Stepper {}
public struct Tab {}
public struct TabView {}
public struct Table {}
public struct TextEditor {}
public struct TimelineView {}
public struct Toggle {}
public struct ToolbarItem {}
public struct ViewThatFits {}
public struct ZStack {}

// MARK: Styles

public protocol ButtonStyle {}
public protocol ControlGroupStyle {}
public protocol DatePickerStyle {}
public protocol DisclosureGroupStyle {}
public protocol FormStyle {}
public protocol GaugeStyle {}
public protocol GroupBoxStyle {}
public protocol LabelStyle {}
public protocol LabeledContentStyle {}
public protocol ListStyle {}
public protocol MenuStyle {}
public protocol PickerStyle {}
public protocol ProgressViewStyle {}
public protocol TabViewStyle {}
public protocol TableStyle {}
public protocol TextFieldStyle {}
public protocol ToggleStyle {}
public struct BorderlessButtonStyle {}
public struct ButtonBorderShape {}
public struct ButtonStyleConfiguration {}
public struct ButtonToggleStyle {}
public struct DefaultButtonStyle {}
public struct PlainButtonStyle {}

// MARK: Drawing

public struct Angle {}
public struct Capsule {}
public struct Circle {}
public struct Color {}
public struct Ellipse {}
public struct FillStyle {}
public struct Gradient {}
public struct GraphicsContext {}
public struct LinearGradient {}
public struct Material {}
public struct Path {}
public struct RadialGradient {}
public struct Rectangle {}
public struct RoundedRectangle {}
public struct Shader {}
public struct StrokeStyle {}
public protocol InsettableShape {}
public protocol Shape {}
public protocol ShapeStyle {}
public enum BlendMode {}

// MARK: Layout

public struct Alignment {}
public struct Anchor {}
public struct EdgeInsets {}
public struct GridItem {}
public struct HorizontalAlignment {}
public struct ProposedViewSize {}
public struct UnitPoint {}
public struct VerticalAlignment {}
public protocol Layout {}
public protocol PreferenceKey {}
public enum Axis {}
public enum Edge {}
public enum Prominence {}
public enum Visibility {}

// MARK: Data and environment

public struct AppStorage {}
public struct Bindable {}
public struct EnvironmentObject {}
public struct FetchRequest {}
public struct FocusState {}
public struct FocusedValue {}
public struct GestureState {}
public struct Namespace {}
public struct SceneStorage {}
public struct SubmitLabel {}
public protocol DynamicProperty {}
public protocol EnvironmentKey {}
public protocol ViewModifier {}
public enum DynamicTypeSize {}
public enum EditMode {}
public enum ScenePhase {}
public enum UserInterfaceSizeClass {}

// MARK: Movement and gestures

public struct Animation {}
public struct AnyTransition {}
public struct DragGesture {}
public struct LongPressGesture {}
public struct Spring {}
public struct TapGesture {}
public struct Transaction {}
public protocol Animatable {}
public protocol Gesture {}
public protocol Transition {}

// MARK: Apps, scenes and actions

public struct CommandGroup {}
public struct CommandMenu {}
public struct DismissAction {}
public struct DocumentGroup {}
public struct EventModifiers {}
public struct KeyboardShortcut {}
public struct OpenURLAction {}
public struct RefreshAction {}
public struct RenameAction {}
public struct Settings {}
public struct Window {}
public protocol Commands {}
public protocol PreviewProvider {}

// MARK: Additions of AuthenticationServices for files that import SwiftUI

public struct AuthorizationController {}
public struct SignInWithAppleButton {}
public struct WebAuthenticationSession {}
