/** The shop of `examples/shop` in a process of its own, which a test can kill and start again on the same orders. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../bench/stand/free-port.ts';
import type { StripeStandIn } from './stripe-stand-in.ts';

type Variables = Readonly<Record<string, string>>;

/** Where the shop finds Stripe; `apiUrl`: of something in front of the stand-in. */
export function stripeVariables({ keys, url }: StripeStandIn, apiUrl = url): Variables {
  return {
    STRIPE_SECRET_KEY: keys.secret,
    STRIPE_PUBLISHABLE_KEY: keys.publishable,
    STRIPE_WEBHOOK_SECRET: keys.webhook,
    STRIPE_API_URL: apiUrl,
  };
}

export class ExampleShop {
  readonly url: string;
  readonly folder: string;
  readonly #variables: Variables;
  readonly #program: string;
  #child: ChildProcess | null = null;
  said = '';

  private constructor(program: string, folder: string, port: number, variables: Variables) {
    this.url = `http://localhost:${port}`;
    this.folder = folder;
    this.#program = fileURLToPath(new URL(`../../examples/shop/${program}.ts`, import.meta.url));
    const { PATH = '' } = process.env;
    const own = { PORT: String(port), SHOP_URL: this.url, SHOP_DATABASE: join(folder, 'shop.sqlite') };
    this.#variables = { PATH, SHOP_RETRY_SECONDS: '1', ...own, ...variables };
  }

  /** `main`, as in production, or `demo`; `variables` may be made from the folder of the orders. */
  static async make(program: 'main' | 'demo', variables: Variables): Promise<ExampleShop> {
    const folder = await mkdtemp(join(tmpdir(), 'usher-shop-'));
    return new ExampleShop(program, folder, await freePort(), variables);
  }

  /** Resolves when it is open; rejects with what it said if it ends before. */
  async start(more: Variables = {}): Promise<void> {
    const env = { ...this.#variables, ...more };
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', this.#program], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.said = '';
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.said += text;
      if (this.said.includes('the shop is open')) resolve();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.said += text;
    });
    child.on('close', () => reject(new Error(this.said)));
    await promise;
  }

  /** kill -9. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'close');
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true });
  }
}
