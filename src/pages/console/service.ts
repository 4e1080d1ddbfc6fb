/**
 * The console's calls to the service, with the person's login. Renews the login when its token has expired, and repeats
 * the call once. Throws problems as `Refusal`s.
 */
import type { Login } from './login.ts';
import { Refusal, type ShownProblem } from './refusal.ts';

export type Client = Login['client'];

interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly problem?: ShownProblem | undefined;
  readonly response: Response;
}

const unauthenticated = 401;

export class Service {
  readonly #login: Login;

  constructor(login: Login) {
    this.#login = login;
  }

  /** For followers, which open their streams again by themselves. */
  get client(): Client {
    return this.#login.client;
  }

  /** Resolves with the data of the answer. Rejects with a `Refusal`, or as `fetch` does without a connection. */
  async ask<Data>(call: (client: Client) => Promise<Answer<Data>>): Promise<Data> {
    return (await this.answer(call)).data;
  }

  /** The same with the answer's headers. */
  async answer<Data>(call: (client: Client) => Promise<Answer<Data>>): Promise<{ data: Data; response: Response }> {
    let answer = await call(this.#login.client);
    if (answer.response.status === unauthenticated && (await this.#login.renew()))
      answer = await call(this.#login.client);
    const { data, problem, response } = answer;
    if (!response.ok) throw new Refusal(response.status, problem);
    return { data: data as Data, response };
  }
}
