// An app in Objective-C, as its developer would write it. It calls everything that SIKSignIn has.
#import "SignInKit-Swift.h"

#if TARGET_OS_OSX
typedef NSView ScreenView;
typedef NSViewController ScreenController;
#else
typedef UIView ScreenView;
typedef UIViewController ScreenController;
#endif

@interface SignInScreen : NSObject
@property(nonatomic, strong, nonnull) ScreenView *view;
@property(nonatomic, strong, nullable) SIKSignIn *signIn;
@end

@implementation SignInScreen

- (nullable NSError *)start {
    NSURL *server = [NSURL URLWithString:@"https://id.example.com"];
    if (!server) { return nil; }
    NSError *error = nil;
    self.signIn = [[SIKSignIn alloc] initWithServer:server client:@"app" error:&error];
    [self.view addSubview:[self.signIn buttonWithCompletion:^(NSString *_Nullable account, NSError *_Nullable failure) {
        if ([failure.domain isEqual:SIKSignIn.errorDomain]) { NSLog(@"%@", failure.localizedDescription); }
        NSLog(@"%@", account);
    }]];
    [self.signIn observeAccount:^(NSString *_Nullable account) { NSLog(@"%@", account); }];
    [self.signIn observeStatus:^(NSString *_Nullable account, SIKSignedOutReason reason) {
        switch (reason) {
        case SIKSignedOutReasonNone:
        case SIKSignedOutReasonNotYet:
        case SIKSignedOutReasonByPerson:
            break;
        case SIKSignedOutReasonCredentialRevoked:
        case SIKSignedOutReasonCredentialNotFound:
        case SIKSignedOutReasonUnconfirmedAfterReinstallation:
        case SIKSignedOutReasonSessionEnded:
        case SIKSignedOutReasonAccountDeleted:
            NSLog(@"Nobody is signed in. %@", account);
        }
    }];
    return error;
}

- (nullable SIKSignIn *)signInWithoutName:(nonnull NSURL *)server {
    return [[SIKSignIn alloc] initWithServer:server
                                      client:@"app"
                                requestsName:NO
                               requestsEmail:YES
                        signsInWithPasswords:YES
                                       error:nil];
}

- (nullable ScreenController *)page:(BOOL)isSignedIn {
    return isSignedIn ? [self.signIn accountPage] : [self.signIn signInPageWithTitle:@"Notes" text:nil];
}

- (void)everythingElse {
    [self.signIn findExistingAccountWithCompletion:^(NSString *_Nullable account, NSError *_Nullable error) {
        NSLog(@"%@ %@", account, error);
    }];
    [self.signIn signInWithCompletion:^(NSString *_Nullable account, NSError *_Nullable error) {
        NSLog(@"%@ %@", account, error);
    }];
    [self.signIn signInWithTicket:@"ticket" completion:^(NSString *_Nullable account, NSError *_Nullable error) {
        NSLog(@"%@ %@", account, error);
    }];
    [self.signIn signInOfferingPasswordsWithCompletion:^(NSString *_Nullable account, NSError *_Nullable error) {
        NSLog(@"%@ %@", account, error);
    }];
    [self.signIn signInWithName:@"ann"
                       password:@"secret"
                     completion:^(NSString *_Nullable account, NSError *_Nullable error) {
                         NSLog(@"%@ %@", account, error);
                     }];
    [self.signIn linkAppleAccountWithCompletion:^(NSString *_Nullable account, NSError *_Nullable error) {
        NSLog(@"%@ %@", account, error);
    }];
    [self.signIn upgradeToAppleWithCompletion:^(NSString *_Nullable account, NSError *_Nullable error) {
        NSLog(@"%@ %@", account, error);
    }];
    [self.signIn cancelWithCompletion:^{ NSLog(@"Canceled"); }];
    [self.signIn signOutWithCompletion:^{ NSLog(@"Signed out"); }];
    [self.signIn deleteAccountWithCompletion:^(BOOL isDeleted, NSError *_Nullable error) {
        NSLog(@"%d %@", isDeleted, error);
    }];
    [self.signIn accessTokenWithCompletion:^(NSString *_Nullable token, NSError *_Nullable error) {
        NSLog(@"%@ %@", token ? @"a token" : @"none", error);
    }];
    [self.signIn diagnoseWithCompletion:^(NSString *_Nonnull findings) { NSLog(@"%@", findings); }];
}

@end
