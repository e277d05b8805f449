// The part of Foundation and of Objective-C's own headers that an app with the kit needs.
#define NS_ENUM(_type, _name) enum _name : _type _name; enum _name : _type
#define nil ((void *)0)
#define YES ((BOOL)1)
#define NO ((BOOL)0)

typedef long NSInteger;
typedef signed char BOOL;

// Page: https://developer.apple.com/documentation/objectivec/nsobject-swift.class
__attribute__((objc_root_class))
@interface NSObject
+ (nonnull instancetype)alloc;
- (nonnull instancetype)init;
- (BOOL)isEqual:(nullable id)object;
@end

// Page: https://developer.apple.com/documentation/foundation/nsstring
@interface NSString : NSObject
@end

// Page: https://developer.apple.com/documentation/foundation/nsurl
@interface NSURL : NSObject
+ (nullable instancetype)URLWithString:(nonnull NSString *)text;
@end

// Page: https://developer.apple.com/documentation/foundation/nserror
@interface NSError : NSObject
@property(readonly, copy, nonnull) NSString *domain;
@property(readonly, copy, nonnull) NSString *localizedDescription;
@end

// Page: https://developer.apple.com/documentation/foundation/nslog
void NSLog(NSString *_Nonnull format, ...) __attribute__((format(__NSString__, 1, 2)));
