/**
 * The login of the person at the console: opens it, renews it, ends it. Its tokens are in memory, and in the tab's session
 * storage so that a reload keeps them; both forget them when the person logs out or the tab is closed. Never keeps a
 * password.
 */
import { createClient } from '../../client/index.ts';
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
}

const storageKey = 'usher-console';
const baseUrl = new URL('..', document.baseURI).href.replace(/\/$/, '');
const anonymous = createClient({ baseUrl });

export class Login {
  #kept: Kept | null = read();
  #renewal: Promise<boolean> | null = null;
  readonly #onEnd: () => void;
  /** Its calls have the login's token. */
  readonly client = createClient({ baseUrl, bearer: () => this.#kept?.token ?? '' });

  /** `onEnd` is called when the login is over: the person logged out, or it can no longer be renewed. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get person(): Person | null {
    return this.#kept?.person ?? null;
  }

  /** Throws a `Refusal` when the email or the password is wrong. */
  async open(username: string, password: string): Promise<void> {
    const { data, problem, response } = await anonymous.POST('/api/auth/login', { body: { username, password } });
    if (data === undefined) throw new Refusal(response.status, problem);
    this.#keep(data);
  }

  /** Gets new tokens with the refresh token, which works once; false: the login is over. */
  renew(): Promise<boolean> {
    this.#renewal ??= this.#renewOnce().finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async close(): Promise<void> {
    const refreshToken = this.#kept?.refreshToken;
    this.#forget();
    if (refreshToken !== undefined)
      await anonymous.POST('/api/auth/logout', { body: { refreshToken } }).catch(() => null);
  }

  async #renewOnce(): Promise<boolean> {
    if (this.#kept === null) return false;
    const { refreshToken } = this.#kept;
    const { data, response } = await anonymous.POST('/api/auth/refresh', { body: { refreshToken } });
    if (data !== undefined) this.#keep(data);
    else if (response.status < 500) this.#forget();
    return data !== undefined;
  }

  #keep({ token, refreshToken, user }: Tokens & { readonly user: Person }): void {
    const { email, name, organizationId } = user;
    this.#kept = { token, refreshToken, person: { email, name, organizationId } };
    sessionStorage.setItem(storageKey, JSON.stringify(this.#kept));
  }

  #forget(): void {
    if (this.#kept === null) return;
    this.#kept = null;
    sessionStorage.removeItem(storageKey);
    this.#onEnd();
  }
}

function read(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
  } catch {
    return null;
  }
}
