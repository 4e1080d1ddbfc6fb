/**
 * Exchanges messages with the page that embeds this one (docs/pages.md): takes a pass from it, and tells it what
 * becomes of the order. Only sites that the organization allows can embed the page. Sends session ids to the origin of
 * the first message only: it embeds the page, so it is one of those sites.
 */
import type { Shop, ShopState } from './shop.ts';

const source = 'usher';

export class Embedding {
  #origin: string | null = null;
  readonly #shop: Shop;

  /** `onPass`: the embedding page has sent a pass. Without an embedding page this does nothing. */
  constructor(shop: Shop, onPass: (pass: string) => void) {
    this.#shop = shop;
    if (parent === window) return;
    addEventListener('message', (event) => this.#hear(event, onPass));
    shop.onChange((state, before) => this.#follow(state, before));
    // To any origin: the message only says that this page listens.
    parent.postMessage({ source, type: 'ready' }, '*');
  }

  #hear({ data, origin, source: sender }: MessageEvent<unknown>, onPass: (pass: string) => void): void {
    if (sender !== parent || typeof data !== 'object' || data === null) return;
    const { source: named, type, pass } = data as Readonly<Record<string, unknown>>;
    if (named !== source || (type !== 'hello' && type !== 'pass')) return;
    const isFirst = this.#origin === null;
    this.#origin ??= origin;
    if (origin !== this.#origin) return;
    const isPass = type === 'pass' && typeof pass === 'string';
    // `pass-needed` would ask for the pass that this message brings.
    const isAnswered = isPass && this.#shop.state.stage === 'pass';
    if (isFirst && !isAnswered) this.#tellStage(this.#shop.state);
    if (isPass) onPass(pass);
  }

  #follow(state: ShopState, before: ShopState): void {
    if (state.stage !== before.stage) this.#tellStage(state);
  }

  #tellStage({ stage, session }: ShopState): void {
    if (stage === 'pass') this.#tell({ type: 'pass-needed' });
    if (session === null) return;
    const { sessionId, total, expiresAt } = session;
    if (stage === 'paying') this.#tell({ type: 'checked-out', sessionId, total, expiresAt });
    if (stage === 'confirmed') this.#tell({ type: 'confirmed', sessionId, total });
    if (stage === 'over') this.#tell({ type: 'ended', sessionId });
  }

  #tell(message: object): void {
    if (this.#origin !== null) parent.postMessage({ source, ...message }, this.#origin);
  }
}
