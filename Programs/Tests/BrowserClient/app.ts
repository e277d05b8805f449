// Uses everything that siwa.d.ts declares, as an app in TypeScript would. It is compiled only.
import { SiwaClient, SiwaError, finishSignIn, signInButton, version } from "./siwa.js";
import type { SessionEvent, SiwaErrorCode, SiwaOptions, User } from "./siwa.js";

const options: SiwaOptions = {
  service: "https://id.example.com", clientID: "shop", redirectURI: "https://shop.example/callback.html",
  scope: "openid", storage: "sessionStorage", apiOrigins: ["https://api.example.com"],
};
const siwa = new SiwaClient(options);

export async function everything(): Promise<string> {
  const user: User | null = await siwa.start();
  const signedIn: User = await siwa.signInWithPopup({ prompt: "login" });
  await siwa.signInWithRedirect({ returnTo: "/cart" });
  const heard = (event: SessionEvent) => { event.reason === "signed_out"; };
  siwa.addEventListener("signedout", heard);
  siwa.removeEventListener("signedout", heard);
  siwa.addEventListener("popuplost", () => siwa.signInWithRedirect(), { once: true });
  const button: HTMLButtonElement = signInButton({ title: "continue", look: "outline", language: "de", label: "x" });
  const reply: Response = await siwa.fetch("https://api.example.com/", { method: "POST" });
  const renewed: User = await siwa.renew();
  const isTold: boolean = await siwa.signOut({ everywhere: true, returnTo: "https://shop.example/" });
  siwa.close();
  await finishSignIn();
  return [version, user?.sub, signedIn.name, button.title, reply.status, renewed.email, isTold, await siwa.accessToken()].join();
}

export function advice(error: unknown): string {
  if (!(error instanceof SiwaError)) return "unknown";
  const code: SiwaErrorCode = error.code;
  if (new SiwaError("refused", "for a test", { error: "invalid_scope" }).error === error.error) return "scope";
  return code === "refused" ? error.documentation ?? code : code;
}

// What must not compile.
// @ts-expect-error A client needs its options.
new SiwaClient({ service: "https://id.example.com" });
// @ts-expect-error There is no such storage.
new SiwaClient({ ...options, storage: "cookie" });
// @ts-expect-error The person cannot be set.
siwa.user = null;
// @ts-expect-error There is no such look.
signInButton({ look: "blue" });
