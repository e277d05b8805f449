// Types of siwa.js 1.0.0.

/** The version of this file. */
export const version: string;

/** The codes of errors. More can follow in later versions. */
export type SiwaErrorCode =
  /** An option is missing or wrong, or the page is on another origin than `redirectURI`. The message says which. */
  | "options_invalid"
  /** The page needs https, or localhost. */
  | "insecure_context"
  /**
   * The browser blocked the popup, or opens none here: in an in-app browser, or in a web app on the home screen. Use
   * `signInWithRedirect`.
   */
  | "popup_blocked"
  /** The person closed the popup, or a page on the way cut its link to this page. Offer `signInWithRedirect`. */
  | "popup_closed"
  /** Another sign-in was begun in this tab, the person signed out in it, or the client was closed. */
  | "superseded"
  /** The person cancelled at Apple or on a page of the service. */
  | "cancelled"
  /** The browser keeps no data for this page, so a redirect cannot come back. */
  | "storage_blocked"
  /** No page of this browser waits for the answer. */
  | "state_unknown"
  /** Another provider answered. */
  | "issuer_mismatch"
  /** The tokens are not for this client, request or person. */
  | "id_token_invalid"
  /** The service refused. `error` has its code, `documentation` leads to the explanation. */
  | "refused"
  /** No answer: the network failed, or the client's `web_origins` lacks this origin. The session stays. */
  | "service_unreachable"
  /** The service is overloaded or broken. The session stays. */
  | "service_unavailable"
  /** Nobody is signed in. */
  | "not_signed_in"
  /** The session is over. The person has to sign in again. */
  | "session_ended";

/** What went wrong. The message is for developers and may change. */
export class SiwaError extends Error {
  constructor(code: SiwaErrorCode, message: string, details?: { error?: string; documentation?: string });
  readonly code: SiwaErrorCode;
  /** The error of the service (RFC 6749 section 5.2), for `refused` and `cancelled`. */
  readonly error?: string;
  /** The page that explains the refusal. */
  readonly documentation?: string;
}

/** The claims of the ID token. What is not known is absent. */
export interface User {
  /** The person at this service. It never changes. */
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly is_private_email?: boolean;
  readonly name?: string;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly [claim: string]: unknown;
}

/** The settings of a `SiwaClient`. */
export interface SiwaOptions {
  /** The service's `public_url`, without a slash at the end. */
  service: string;
  /** The name of the client in `openid.clients`. */
  clientID: string;
  /** The page on this origin that calls `finishSignIn`, one of the client's `redirect_uris`. */
  redirectURI: string;
  /** `openid profile email` by default. */
  scope?: string;
  /**
   * Where the refresh token is kept. `memory`, the default, ends with the last open page. With `sessionStorage`,
   * `localStorage` has a record without a token, which says which session is current.
   */
  storage?: "memory" | "sessionStorage" | "localStorage";
  /** The origins to which `fetch` sends the access token. */
  apiOrigins?: readonly string[];
}

/**
 * A change of the session, on this page or on another of the same origin. A page that was asleep, or comes back from
 * the browser's history, hears of it later. A session that `start` finds in the storage is no change.
 */
export interface SessionEvent extends Event {
  /** The person; `null` after a sign-out. */
  readonly user: User | null;
  /** Whether it happened in another tab, or on another page of this one. */
  readonly isFromOtherTab: boolean;
  /**
   * Why a session ended: `signed_out` by the person, or `session_ended` at the service. A tab that has only a used
   * refresh token, and finds no tab with the newer one, says `session_ended`, too.
   */
  readonly reason?: "signed_out" | "session_ended";
}

/** The events of a `SiwaClient`, by name. */
export interface SessionEvents {
  /** Somebody signed in. If somebody else was signed in before, there is no `signedout`. */
  signedin: SessionEvent;
  /** The same session has new tokens, and perhaps new claims. */
  renewed: SessionEvent;
  /** Nobody is signed in any more. */
  signedout: SessionEvent;
  /**
   * This page no longer sees the popup: because of its `Cross-Origin-Opener-Policy`, in an in-app browser, or because
   * the person closed the popup at once. The sign-in goes on if the person does. Offer `signInWithRedirect`. If no
   * answer comes, `signInWithPopup` rejects with `popup_closed` after half an hour.
   */
  popuplost: Event;
}

/** One OpenID client of the service, in this tab. Tabs of the same origin share the session. */
export class SiwaClient extends EventTarget {
  constructor(options: SiwaOptions);

  /** The person who is signed in. */
  get user(): User | null;

  /** Finds the session at the start of a page. Rejects if the redirect that came back was not successful. */
  start(): Promise<User | null>;
  /** Leaves this page for the sign-in, and comes back to `returnTo`, an address of this origin. */
  signInWithRedirect(options?: { returnTo?: string; prompt?: string }): Promise<void>;
  /** Signs in with a popup. Call it directly in the click. See also the event `popuplost`. */
  signInWithPopup(options?: { prompt?: string }): Promise<User>;
  /** An access token that is valid for at least another half minute. */
  accessToken(): Promise<string>;
  /** Gets new tokens now. */
  renew(): Promise<User>;
  /**
   * As the browser's `fetch`, with the access token for `apiOrigins`. If the API redirects to another origin, browsers
   * remove the token from Chrome 119, Firefox 111 and Safari 16.1 on.
   */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  /**
   * Signs out in all tabs, and tells the service. Resolves with `false` if it could not be told. A sign-in that is
   * under way in this tab ends with `superseded`.
   * With `everywhere`, the browser goes to the service and signs out there too, then to `returnTo`, one of the client's
   * `post_logout_redirect_uris`.
   */
  signOut(options?: { everywhere?: boolean; returnTo?: string }): Promise<boolean>;
  /** Stops listening to other tabs and to the clock. */
  close(): void;

  addEventListener<Name extends keyof SessionEvents>(
    type: Name, listener: (event: SessionEvents[Name]) => void, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof SessionEvents>(
    type: Name, listener: (event: SessionEvents[Name]) => void, options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | EventListenerOptions,
  ): void;
}

/**
 * All that the page at the redirect URI does. Resolves if the browser leaves the popup open, so that the page can say
 * "You can close this window". Rejects with `state_unknown` if no page waits for the answer.
 */
export function finishSignIn(): Promise<void>;

/** The title and the look of the button. */
export interface ButtonOptions {
  /** Which of Apple's titles: `sign-in` by default. */
  title?: "sign-in" | "continue" | "sign-up";
  /** `auto`, the default, is black in light pages and white in dark ones. */
  look?: "auto" | "black" | "white" | "outline";
  /** `en` or `de`; by default the language of the page. */
  language?: string;
  /** The title in another language. */
  label?: string;
}

/** A button by Apple's guidelines. */
export function signInButton(options?: ButtonOptions): HTMLButtonElement;
