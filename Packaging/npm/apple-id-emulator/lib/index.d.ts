/** Starts an emulator on a free port of this machine. It ends with this process, even if nobody closes it. */
export function createEmulator(options?: StartOptions): Promise<Emulator>;

/** The path of the program: the one that APPLE_ID_EMULATOR names, that of this platform's package, or one on PATH. */
export function program(): string;

export interface StartOptions {
  /** The program's options, such as `["--strict"]`. */
  options?: string[];
  /** How long the start may take; 30 by default. */
  seconds?: number;
}

export type Scope = "name" | "email";
export type Members = Record<string, unknown>;

/**
 * A running emulator. Without `--config` among the options it has an example: an app, a service, a team with a key, and the
 * people maya, tomas and aiko. Every emulator also has test people, such as declined and no-email, whose name decides what
 * happens when they sign in.
 */
export interface Emulator {
  /** In place of `https://appleid.apple.com`. */
  readonly baseURL: string;
  /** The `iss` of its tokens. */
  readonly issuer: string;
  /** The Team ID of the example. */
  readonly teamID: string;
  readonly keyID: string;
  /** The file of the private key, for client secrets. */
  readonly keyFile: string;
  /** The bundle ID of the example's app. */
  readonly app: string;
  /** The Services ID of the example. */
  readonly service: string;

  /** Adds a team with a key and apps of its own, for tests that run in parallel. What is not given is drawn. */
  createTeam(team?: { teamID?: string; apps?: string[] }): Promise<Team>;
  /** Adds a person, and returns the key that names the person in other calls. */
  createPerson(key: string, person?: { email?: string; first?: string; last?: string; password?: string }): Promise<string>;
  /**
   * Signs a person in to an app, as on a device. The nonce is sent as it is: hash it first if your app does. Further members
   * are those of the control call, such as `confirmation: "canceled"`.
   * @throws SignInCanceled and SignInFailed, if the app gets an error instead of a credential.
   */
  signIn(person: string, options?: { app?: string; nonce?: string; scopes?: Scope[]; shareEmail?: boolean } & Members): Promise<Credential>;
  /** Waits, without polling, for an event whose members are equal. Events count from the last one that a wait returned. */
  waitFor(type: string, members?: Members, options?: { seconds?: number }): Promise<EmulatorEvent>;
  /** Makes an endpoint misbehave, for instance `setFault("token", "status", { status: 503, times: 2 })`. */
  setFault(endpoint: string, kind: string, members?: Members): Promise<Members>;
  /** Removes every fault. */
  clearFaults(): Promise<void>;

  /** Answers Apple's pages for a person. Send `fields` to `action` with `method`, or open `location`. */
  approve(authorizeURL: string, person: string, options?: { shareEmail?: boolean; cancel?: boolean } & Members): Promise<Approval>;
  /** Adds return URLs to a service, by default the example's. `app` is the app whose consent the service shares. */
  registerReturnURL(urls: string | string[], options?: { service?: string; app?: string }): Promise<void>;
  /** The person stops using the app. The emulator revokes the tokens and sends the notification `consent-revoked`. */
  stopUsing(person: string, options?: { client?: string }): Promise<Members>;
  /** Moves the emulator's clock forward. */
  advanceClock(seconds: number): Promise<void>;
  /** The events since the last wait, of these types or of all. */
  events(types?: string[], members?: Members): Promise<EmulatorEvent[]>;
  /** Lets the next wait begin here, whatever happened before. */
  mark(): Promise<void>;
  /** The requests so far, each with the reason if it was refused. */
  log(filters?: { client_id?: string; path?: string; cause?: string }): Promise<Members[]>;
  /** Forgets sign-ins, people that were added and everything else that was changed. Waits begin here. */
  reset(): Promise<void>;
  /** Makes any other control call, such as `call("/switches", { flags_as_text: true })`. */
  call(path: string, body?: unknown, options?: { method?: string }): Promise<any>;

  /** What the program has written to standard error: its log. */
  errors(): string;
  /** Ends the program. A second call does nothing. */
  close(): Promise<void>;
}

export interface Team {
  readonly teamID: string;
  readonly keyID: string;
  /** For client secrets, in PEM. */
  readonly privateKey: string;
  readonly apps: string[];
  /** The first of the apps. */
  readonly app: string;
}

/** What Apple gives an app when a person signs in. Name and address come with the first sign-in only. */
export interface Credential {
  readonly user: string;
  readonly identityToken: string;
  readonly authorizationCode: string;
  readonly name: { first?: string | null; last?: string | null } | null;
  readonly email: string | null;
  readonly realUserStatus: 0 | 1 | 2 | null;
}

/** What your callback gets after Apple's pages. */
export interface Approval {
  readonly method: string;
  readonly action: string | null;
  readonly location: string | null;
  readonly fields: Record<string, string>;
}

export interface EmulatorEvent {
  readonly id: number;
  readonly type: string;
  readonly at: number;
  readonly [member: string]: unknown;
}

/** The program could not be found, ended, or said nothing in time. The message holds what it wrote. */
export class EmulatorDidNotStart extends Error {}
/** The emulator refused a call. */
export class EmulatorError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly answer: unknown;
}
/** The sheet gave the app no credential. The message has the domain and the code of the error that the app gets. */
export class SignInFailed extends Error {}
/** The person did not confirm on the sheet. An app gets `ASAuthorizationError.canceled`. */
export class SignInCanceled extends SignInFailed {}
/** More than a thousand events came since the last wait, so the one that was waited for may be among the lost. */
export class EventsMissed extends Error {}
/** No such event came in time. */
export class TimeoutError extends Error {}
