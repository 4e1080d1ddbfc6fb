/**
 * A TCP proxy between a client and Postgres that a test can cut or hold at an exact moment: before a statement reaches
 * the server, or after the server has answered and before the client receives it. A word in it identifies a statement.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * `hold-statement`, `hold-answer`: holds it until `release`. `lose-statement`, `lose-answer`: drops it and disconnects
 * the client. `reset-statement`: drops it and resets the client's connection, as a host that has forgotten it does.
 * `late-statement`: disconnects the client; the statement reaches the server at `release`.
 */
export type Fault =
  | 'hold-statement'
  | 'hold-answer'
  | 'lose-statement'
  | 'reset-statement'
  | 'lose-answer'
  | 'late-statement';

export interface StatementFault {
  /** Resolves when the statement, or its answer, has arrived at the proxy. */
  readonly reached: Promise<void>;
  /** Releases what is held; resolves when the server has answered the statement. */
  release(): Promise<void>;
}

interface Plan {
  readonly word: string;
  readonly fault: Fault;
  readonly reached: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
  readonly answered: PromiseWithResolvers<void>;
}

export class StatementProxy {
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #seen: string[] = [];
  readonly #refused: Socket[] = [];
  #plans: Plan[] = [];
  #refusing = false;

  private constructor(connectionString: string) {
    this.#target = new URL(connectionString);
    this.#server = createServer((client) => this.#accept(client));
  }

  static async open(connectionString: string): Promise<StatementProxy> {
    const proxy = new StatementProxy(connectionString);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** The database's connection string through this proxy. */
  get connectionString(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as { port: number }).port);
    return url.toString();
  }

  /** How many statements with this word the client has sent. */
  count(word: string): number {
    return this.#seen.filter((text) => text.includes(word)).length;
  }

  /** Applies the fault to the next statement that contains the word. */
  next(word: string, fault: Fault): StatementFault {
    const plan: Plan = {
      word,
      fault,
      reached: Promise.withResolvers(),
      released: Promise.withResolvers(),
      answered: Promise.withResolvers(),
    };
    this.#plans.push(plan);
    return {
      reached: plan.reached.promise,
      release: () => {
        plan.released.resolve();
        return plan.answered.promise;
      },
    };
  }

  /** New connections hang until `accept`. */
  refuse(): void {
    this.#refusing = true;
  }

  accept(): void {
    this.#refusing = false;
    for (const client of this.#refused.splice(0)) this.#join(client);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(client: Socket): void {
    this.#keep(client);
    if (this.#refusing) this.#refused.push(client);
    else this.#join(client);
  }

  #join(client: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname);
    this.#keep(server);
    let current: Plan | undefined;
    // One after the other, so that packets behind a held one wait as well.
    let towardsServer = Promise.resolve();
    let towardsClient = Promise.resolve();
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      this.#seen.push(text);
      const plan = this.#plans.find(({ word }) => text.includes(word));
      if (plan !== undefined) {
        current = plan;
        this.#plans = this.#plans.filter((other) => other !== plan);
      }
      towardsServer = towardsServer.then(() => strikeStatement(plan, bytes, client, server));
    });
    server.on('data', (bytes) => {
      const plan = current;
      current = undefined;
      towardsClient = towardsClient.then(() => strikeAnswer(plan, bytes, client, server));
    });
    client.on('close', () => {
      if (current?.fault !== 'late-statement') server.end();
    });
    server.on('close', () => client.destroy());
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }
}

async function strikeStatement(plan: Plan | undefined, bytes: Buffer, client: Socket, server: Socket): Promise<void> {
  if (plan === undefined || plan.fault === 'hold-answer' || plan.fault === 'lose-answer') {
    server.write(bytes);
    return;
  }
  if (plan.fault === 'reset-statement') client.resetAndDestroy();
  else if (plan.fault !== 'hold-statement') client.destroy();
  plan.reached.resolve();
  if (plan.fault === 'lose-statement' || plan.fault === 'reset-statement') return;
  await plan.released.promise;
  server.write(bytes);
}

async function strikeAnswer(plan: Plan | undefined, bytes: Buffer, client: Socket, server: Socket): Promise<void> {
  plan?.reached.resolve();
  plan?.answered.resolve();
  if (plan?.fault === 'lose-answer') client.destroy();
  if (plan?.fault === 'late-statement') server.end();
  if (plan?.fault === 'hold-answer') await plan.released.promise;
  if (!client.destroyed) client.write(bytes);
}
