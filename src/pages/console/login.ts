/**
 * The login of the person at the console: opens it, renews it, ends it. Keeps its tokens in memory, and in the tab's
 * session storage for a reload. Forgets them in both when the login ends. Duplicated tabs share one login. Never keeps
 * a password.
 */
import { createClient } from '../../client/index.ts';
import { LoginTabs } from './login-tabs.ts';
import { Refusal } from './refusal.ts';

export interface Person {
  readonly email: string;
  readonly name: string;
  readonly organizationId: number;
}

interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

interface Kept extends Tokens {
  readonly person: Person;
  /** As in `SharedLogin`. */
  readonly family: string;
  readonly renewals: number;
}

const storageKey = 'usher-console';
const baseUrl = new URL('..', document.baseURI).href.replace(/\/$/, '');
const anonymous = createClient({ baseUrl });

export class Login {
  #kept: Kept | null = read();
  #renewal: Promise<boolean> | null = null;
  readonly #onEnd: (isWanted: boolean) => void;
  readonly #tabs = new LoginTabs<Kept>({
    current: () => this.#kept,
    onTokens: (kept) => this.#store(kept),
    onEnd: () => this.#forget(true),
  });
  /** Its calls have the login's token. */
  readonly client = createClient({ baseUrl, bearer: () => this.#kept?.token ?? '' });

  /** `onEnd` is called when the login is over: the person logged out, or, unwanted, it can no longer be renewed. */
  constructor(onEnd: (isWanted: boolean) => void) {
    this.#onEnd = onEnd;
  }

  get person(): Person | null {
    return this.#kept?.person ?? null;
  }

  /** Throws a `Refusal` when the email or the password is wrong. */
  async open(username: string, password: string, organizationId: number | null = null): Promise<void> {
    const { data, problem, response } = await anonymous.POST('/api/auth/login', {
      body: { username, password, organizationId },
    });
    if (data === undefined) throw new Refusal(response.status, problem);
    this.#keep(data, { family: newFamily(), renewals: 0 });
  }

  /** Sets the invited person's password, and logs the person in. Throws a `Refusal` when the link does not work. */
  async accept(token: string, password: string): Promise<void> {
    const { data, problem, response } = await anonymous.POST('/api/auth/invitations/{token}', {
      params: { path: { token } },
      body: { password },
    });
    if (data === undefined) throw new Refusal(response.status, problem);
    await this.open(data.email, password, data.organizationId);
  }

  /** The address of the provider of the organization's sign-on. Throws a `Refusal` when there is none. */
  async beginSignOn(publicKey: string): Promise<string> {
    const { data, problem, response } = await anonymous.POST('/api/auth/sign-on/', { body: { publicKey } });
    if (data === undefined) throw new Refusal(response.status, problem);
    return data.authorizationUrl;
  }

  /** `parameters`: what the provider has sent the browser back with. Throws a `Refusal` when the person is not let in. */
  async completeSignOn(parameters: string): Promise<void> {
    const { data, problem, response } = await anonymous.POST('/api/auth/sign-on/complete', { body: { parameters } });
    if (data === undefined) throw new Refusal(response.status, problem);
    this.#keep(data, { family: newFamily(), renewals: 0 });
  }

  /** Gets new tokens with the refresh token, which works once. Returns false when there are none. */
  renew(): Promise<boolean> {
    this.#renewal ??= this.#renewOnce().finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async close(): Promise<void> {
    const kept = this.#kept;
    if (kept === null) return;
    this.#tabs.end(kept);
    this.#forget(true);
    await anonymous.POST('/api/auth/logout', { body: { refreshToken: kept.refreshToken } }).catch(() => null);
  }

  async #renewOnce(): Promise<boolean> {
    const refused = this.#kept?.token;
    return this.#tabs.alone(async () => {
      if (this.#kept === null) return false;
      // Another tab has renewed the login meanwhile.
      if (this.#kept.token !== refused) return true;
      const { refreshToken, family, renewals } = this.#kept;
      const { data, response } = await anonymous.POST('/api/auth/refresh', { body: { refreshToken } });
      if (data !== undefined) this.#tabs.tell(this.#keep(data, { family, renewals: renewals + 1 }));
      else if (isRefused(response)) this.#forget(false);
      return data !== undefined;
    });
  }

  #keep(
    { token, refreshToken, user }: Tokens & { readonly user: Person },
    shared: Pick<Kept, 'family' | 'renewals'>,
  ): Kept {
    const { email, name, organizationId } = user;
    return this.#store({ token, refreshToken, person: { email, name, organizationId }, ...shared });
  }

  #store(kept: Kept): Kept {
    this.#kept = kept;
    write(kept);
    return kept;
  }

  #forget(isWanted: boolean): void {
    if (this.#kept === null) return;
    this.#kept = null;
    write(null);
    this.#onEnd(isWanted);
  }
}

/** Whether the service has refused the refresh token. Too many calls and a failing service say nothing about it. */
function isRefused({ status }: Response): boolean {
  return status < 500 && status !== 408 && status !== 429;
}

/** `crypto.randomUUID` is missing on pages that came over http. */
function newFamily(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].join('-');
}

function read(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
  } catch {
    return null;
  }
}

function write(kept: Kept | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // The storage is full or switched off: a reload asks for the password again.
  }
}
