/** A browser that signs on, without a window: it keeps the cookies of the service and of the provider. */
import type { Answer, ServiceCalls } from './service.ts';
import { clientId, clientSecret, type SignOnProvider } from './sign-on-provider.ts';

export const signOnPath = '/api/private/management/v2.0/sign-on/';

/** Settings by which the group `owners` and three others have their roles. */
export function settingsFor({ issuer }: Pick<SignOnProvider, 'issuer'>) {
  return {
    issuer,
    clientId,
    clientSecret,
    groupsClaim: 'groups',
    groups: [
      { group: 'owners', role: 'OWNER' },
      { group: 'managers', role: 'MANAGER' },
      { group: 'sellers', role: 'BOX_OFFICE' },
      { group: 'viewers', role: 'VIEWER' },
    ],
    localLogin: true,
  };
}

export class SigningBrowser {
  readonly #service: ServiceCalls;
  readonly #publicKey: string;
  /** Of the provider. */
  readonly #cookies = new Map<string, string>();
  /** Of the service. */
  cookie = '';

  constructor(service: ServiceCalls, publicKey = service.catalog.organization.publicKey) {
    this.#service = service;
    this.#publicKey = publicKey;
  }

  async begin(): Promise<Answer> {
    const answer = await this.#service.call('POST', '/api/auth/sign-on/', {
      headers: { Origin: this.#service.url },
      body: { publicKey: this.#publicKey },
    });
    const set = answer.headers.get('set-cookie');
    if (set !== null) this.cookie = set.replace(/;.*/, '');
    return answer;
  }

  /** Logs in at the provider; the query that it sends the browser back with. */
  async goThrough(address: string, name: string): Promise<string> {
    const { origin } = new URL(address);
    let next = address;
    let form: string | null = null;
    for (;;) {
      const answer: Response = await fetch(next, {
        method: form === null ? 'GET' : 'POST',
        redirect: 'manual',
        headers: {
          Cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
          ...(form === null ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
        },
        ...(form === null ? {} : { body: form }),
      });
      for (const set of answer.headers.getSetCookie()) {
        const [pair = ''] = set.split(';');
        const at = pair.indexOf('=');
        this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
      const location = answer.headers.get('location');
      form = null;
      if (location === null && new URL(next).pathname.startsWith('/interaction/')) form = `name=${name}`;
      else if (location === null) throw new Error(`the provider answers ${answer.status}: ${await answer.text()}`);
      else next = new URL(location, next).href;
      if (new URL(next).origin !== origin) return new URL(next).search.slice(1);
    }
  }

  complete(parameters: string, cookie = this.cookie): Promise<Answer> {
    return this.#service.call('POST', '/api/auth/sign-on/complete', {
      headers: { Origin: this.#service.url, Cookie: cookie },
      body: { parameters },
    });
  }

  async signOn(name: string): Promise<Answer> {
    const begun = await this.begin();
    if (begun.status !== 200) return begun;
    return this.complete(await this.goThrough(begun.body.authorizationUrl, name));
  }
}
