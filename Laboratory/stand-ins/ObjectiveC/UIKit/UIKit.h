#import <Foundation/Foundation.h>

// Page: https://developer.apple.com/documentation/uikit/uiview
@interface UIView : NSObject
- (void)addSubview:(nonnull UIView *)view;
@end

// Page: https://developer.apple.com/documentation/uikit/uiviewcontroller
@interface UIViewController : NSObject
@end
