// A page that signs a person in with the clients that OpenAPI Generator makes from the documents. A test compiles it.
import * as apple from "./emulator_control_client";
import { AccountApi, Configuration, NativeApi, ResponseError, Session } from "./openapi_client";
import { AccountEvent } from "./webhooks_client/models";

export async function signIn(service: string, emulator: string, person: string, nonceHash: (nonce: string) => string): Promise<Session> {
  const native = new NativeApi(new Configuration({ basePath: service }));
  const begun = await native.beginNativeSignIn({ nativeAttemptRequest: { client: "app" } });
  const device = new apple.DeviceApi(new apple.Configuration({ basePath: emulator }));
  const credential = await device.giveCredential({
    credentialCall: { person, bundleId: "com.example.app", scopes: ["name", "email"], nonce: nonceHash(begun.nonce) },
  });
  if (!("identityToken" in credential) || credential.identityToken === null) throw new Error("The person cancelled.");
  return native.completeNativeSignIn({
    nativeSignInRequest: { attempt: begun.attempt, identityToken: credential.identityToken, code: credential.authorizationCode },
  });
}

export async function nameOf(service: string, session: Session): Promise<string | null | undefined> {
  const account = new AccountApi(new Configuration({ basePath: service, accessToken: session.accessToken }));
  try {
    return (await account.readAccount()).name?.given;
  } catch (error) {
    if (error instanceof ResponseError && error.response.status === 401) return null;
    throw error;
  }
}

export const isDeletion = (event: AccountEvent): boolean => event.type === "account.deleted";
