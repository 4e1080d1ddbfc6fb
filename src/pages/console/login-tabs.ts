/**
 * The tabs that share one login. A duplicated tab begins with the tokens of the first one, and a refresh token works
 * once: so one tab at a time renews the login, and tells the others the new tokens. A log-out ends the login in all of
 * them. Exchanges messages only with tabs of this origin, and tokens only with tabs that have this login already.
 */

interface SharedLogin {
  /** Random; made at the login, the same in all its tabs. */
  readonly family: string;
  /** How often the tokens were renewed. */
  readonly renewals: number;
}

type Message<Login> =
  | { readonly kind: 'ask'; readonly family: string; readonly renewals: number }
  | { readonly kind: 'tokens'; readonly login: Login }
  | { readonly kind: 'end'; readonly family: string };

export interface TabEvents<Login> {
  readonly current: () => Login | null;
  /** Another tab has newer tokens of this login. */
  readonly onTokens: (login: Login) => void;
  /** The person logged out in another tab. */
  readonly onEnd: () => void;
}

const name = 'usher-console-login';
/** Other tabs answer within a few milliseconds, also in the background. */
const answerMs = 200;

export class LoginTabs<Login extends SharedLogin> {
  readonly #channel = new BroadcastChannel(name);
  readonly #events: TabEvents<Login>;

  constructor(events: TabEvents<Login>) {
    this.#events = events;
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message<Login>>) => this.#hear(data));
  }

  /** Asks the other tabs for newer tokens, then runs `renew`. Meanwhile no other tab renews. */
  async alone<Outcome>(renew: () => Promise<Outcome>): Promise<Outcome> {
    const run = async (): Promise<Outcome> => {
      await this.#askOthers();
      return renew();
    };
    // `navigator.locks` is missing on pages that came over http.
    return 'locks' in navigator ? navigator.locks.request(name, run) : run();
  }

  tell(login: Login): void {
    this.#post({ kind: 'tokens', login });
  }

  end({ family }: Login): void {
    this.#post({ kind: 'end', family });
  }

  async #askOthers(): Promise<void> {
    const login = this.#events.current();
    if (login === null) return;
    const { family, renewals } = login;
    const answered = new Promise<void>((resolve) => {
      const hear = ({ data }: MessageEvent<Message<Login>>): void => {
        if (data.kind === 'tokens' && data.login.family === family) end();
      };
      const timer = setTimeout(() => end(), answerMs);
      const end = (): void => {
        clearTimeout(timer);
        this.#channel.removeEventListener('message', hear);
        resolve();
      };
      this.#channel.addEventListener('message', hear);
    });
    this.#post({ kind: 'ask', family, renewals });
    await answered;
  }

  #hear(message: Message<Login>): void {
    const login = this.#events.current();
    if (login === null) return;
    if (message.kind === 'ask') {
      if (message.family === login.family && message.renewals < login.renewals) this.tell(login);
    } else if (message.kind === 'end') {
      if (message.family === login.family) this.#events.onEnd();
    } else if (message.login.family === login.family && message.login.renewals > login.renewals) {
      this.#events.onTokens(message.login);
    }
  }

  #post(message: Message<Login>): void {
    this.#channel.postMessage(message);
  }
}
