/**
 * The page inside of a shop's page: applies the options of its component, keeps what has to survive a reload there, and
 * connects requests and news. The order in which these begin is decided here.
 */
import type { Hello, Named, SentOptions } from '../../component/protocol.ts';
import { overrideColours } from '../shared/theme.ts';
import { askedLanguage, type PageAddress } from './address.ts';
import { setFormat } from './amount-text.ts';
import type { Session } from './answers.ts';
import type { Booking } from './booking.ts';
import { FrameHeight } from './frame-height.ts';
import { HostCalls } from './host-calls.ts';
import { HostLink } from './host-link.ts';
import { HostNews } from './host-news.ts';
import { readWishes } from './host-wishes.ts';
import { Keeper, type TextStore } from './keeper.ts';
import type { ServerClock } from './server-clock.ts';
import { cartSize, maxSeatsDefault, type Shop } from './shop.ts';
import { speakOneOf } from './spoken.ts';
import { text, texts } from './texts.ts';
import { isCovered } from './views/cover.tsx';

export interface HostedPage {
  readonly clock: ServerClock;
  readonly booking: Booking;
  readonly address: PageAddress;
  readonly app: HTMLElement;
  readonly present: (pass: string) => void;
}

export class Hosting {
  readonly store: TextStore;
  readonly #shop: Shop;
  readonly #host: HostLink;
  readonly #hello: Hello;

  private constructor(shop: Shop, host: HostLink, hello: Hello) {
    this.#shop = shop;
    this.#host = host;
    this.#hello = hello;
    this.store = host.storeOf(hello);
    const { session } = hello;
    if (typeof session === 'string') new Keeper(this.store).session = { sessionId: session, maxSeats: maxSeatsDefault };
    this.#apply(hello);
  }

  /** Resolves when the component has sent its options. */
  static async begin(shop: Shop): Promise<Hosting> {
    const host = new HostLink();
    return new Hosting(shop, host, await host.hello);
  }

  get pass(): string | null {
    return typeof this.#hello.pass === 'string' ? this.#hello.pass : null;
  }

  connect({ clock, booking, address, app, present }: HostedPage): void {
    const [shop, host] = [this.#shop, this.#host];
    const calls = new HostCalls({ shop, clock, booking, apply: (options) => this.#apply(options) }, host);
    const news = new HostNews({ shop, clock, host, address, present });
    new FrameHeight(app, shop, (height) => news.height(height));
    void this.#begin(calls, news);
  }

  /** The session that another tab has opened meanwhile; null: there is none. */
  async adopt(booking: Booking): Promise<Session | null> {
    const text = await this.#host.kept('session');
    if (text === null) return null;
    const kept = new Keeper({ read: () => text, write: () => {} }).session;
    return kept !== null && (await booking.resume(kept)) ? this.#shop.state.session : null;
  }

  /** When the seats are there: holds those that the shop has named, and says whether its session was there. */
  async #begin(calls: HostCalls, news: HostNews): Promise<void> {
    const { session, selected, mode } = this.#hello;
    const shop = this.#shop;
    await shop.until((state) => state.plan !== null && !isCovered(state));
    if (typeof session === 'string' && shop.state.session?.sessionId !== session) news.unknownSession();
    const held = new Set(shop.state.session?.cart.seats.map(({ id }) => id));
    const wanted = Array.isArray(selected?.seats) ? (selected.seats as readonly number[]) : [];
    const seats = wanted.filter((id) => !held.has(id));
    // Places have no names: after a reload they would be held once more.
    const areas = cartSize(shop.state) === 0 && Array.isArray(selected?.areas) ? selected.areas : [];
    const isWanted = seats.length > 0 || areas.length > 0;
    if (mode === 'sell' && isWanted && shop.state.stage === 'choosing')
      await calls.select({ ...selected, seats, areas });
    if (mode === 'spotlight')
      shop.set({ sight: shop.state.wishes.pointedAt.flatMap((id) => shop.state.plan?.seatById.get(id) ?? []) });
  }

  #apply(options: SentOptions): void {
    const shop = this.#shop;
    const redraw = () => shop.set({ offerVersion: shop.state.offerVersion + 1 });
    texts.replace(options.messages);
    setFormat(options.formatsAmounts === true ? (amounts) => this.#host.format(amounts) : null, redraw);
    void speakOneOf([options.locale, askedLanguage()]).then(() => {
      this.#host.channel.tell('named', { title: text('seatMap') } satisfies Named);
      redraw();
    });
    overrideColours(options.theme?.variables);
    shop.set({ wishes: readWishes(options, this.#hello.mode) });
  }
}
