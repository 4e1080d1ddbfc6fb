/**
 * Tells the page that embeds this one what becomes of the order: compares each state with the one before. Tells only what
 * the service has answered. Asks it for a pass where one is needed.
 */
import type { OrderLine } from '../../component/order.ts';
import type { PageAddress } from './address.ts';
import type { HostLink } from './host-link.ts';
import { linesOf, namedSeat, pricesOf, refusalOf, toldOf } from './host-view.ts';
import type { ServerClock } from './server-clock.ts';
import { cartOf, type Shop, type ShopState } from './shop.ts';
import { coverSentence, isCovered } from './views/cover.tsx';

export interface HostNewsWorld {
  readonly shop: Shop;
  readonly clock: ServerClock;
  readonly host: HostLink;
  readonly address: PageAddress;
  readonly present: (pass: string) => void;
}

export class HostNews {
  readonly #world: HostNewsWorld;
  #isReady = false;
  /** A refused pass is not asked for again: the embedding page would send the same one. */
  readonly #asked = new Set<string>();

  constructor(world: HostNewsWorld) {
    this.#world = world;
    world.shop.onChange((state, before) => this.#follow(state, before));
  }

  /** The session that the embedding page has given is not there any more. */
  unknownSession(): void {
    this.#tell('expired', { reason: 'UNKNOWN', lost: [] });
  }

  height(height: number): void {
    this.#tell('height', { height });
  }

  #follow(state: ShopState, before: ShopState): void {
    this.#followSale(state, before);
    if (state.session !== before.session || state.stage !== before.stage) this.#followOrder(state, before);
    const { refusal } = state;
    if (refusal !== null && refusal !== before.refusal) {
      const told = refusalOf(state, refusal);
      this.#tell('holdFailed', told);
      const isTaken = refusal.problem.errorCode === 'SEAT_CONFLICT' && told.conflicts.length > 0;
      if (isTaken) this.#tell('unavailable', { seats: told.conflicts });
    }
    if (state.offerVersion !== before.offerVersion) this.#followOffer(state);
  }

  #followSale(state: ShopState, before: ShopState): void {
    const { stage, code, plan } = state;
    if (!this.#isReady && plan !== null && !isCovered(state)) {
      this.#isReady = true;
      const sections = plan.sectors.map(({ id, name, isArea }) => ({ id, name, isArea }));
      const event = { id: this.#world.address.eventId, name: plan.eventName };
      this.#tell('ready', { event, prices: pricesOf(state), sections });
    }
    // A pass that was sent may be refused for another reason than the first one.
    if (stage === before.stage && code === before.code) return;
    if (stage === 'pass') void this.#askPass(code);
    if (stage === 'closed' || stage === 'failed') this.#fail(state);
  }

  /** Seats that a notice offers, and that somebody else takes meanwhile. */
  #followOffer(state: ShopState): void {
    const { offer, plan, suggested, session } = state;
    const own = new Set(session?.cart.seats.map(({ id }) => id));
    const gone = suggested.filter((seat) => offer?.bookable[seat] === 0 && !own.has(plan?.ids[seat] ?? -1));
    if (gone.length === 0) return;
    this.#world.shop.set({ suggested: suggested.filter((seat) => !gone.includes(seat)) });
    this.#tell('unavailable', { seats: gone.map((seat) => namedSeat(state, plan?.ids[seat] ?? -1)) });
  }

  #followOrder(state: ShopState, before: ShopState): void {
    const { session, stage } = state;
    const isOther = session !== null && session.sessionId !== before.session?.sessionId;
    if (isOther) {
      const { sessionId, expiresAt } = session;
      const { clock } = this.#world;
      this.#tell('session', { sessionId, expiresInSeconds: expiresAt === null ? null : clock.secondsUntil(expiresAt) });
    }
    const [was, is] = [linesOf(before, cartOf(before)), linesOf(state, cartOf(state))];
    const isLost = stage === 'over' && before.stage !== 'over';
    if (!isOther && !isLost) this.#tellLines(more(is, was), more(was, is));
    if (isOther ? is.length > 0 : JSON.stringify(is) !== JSON.stringify(was)) this.#tell('change', {});
    if (stage === before.stage) return;
    if (stage === 'paying') this.#tell('checkedOut', {});
    if (stage === 'confirmed') this.#tell('confirmed', {});
    if (isLost) this.#tell('expired', { reason: session?.state === 'CANCELLED' ? 'CANCELLED' : 'EXPIRED', lost: was });
  }

  #tellLines(added: readonly OrderLine[], gone: readonly OrderLine[]): void {
    for (const line of gone) this.#tell('deselect', { line });
    for (const line of added) this.#tell('select', { line });
    if (added.length > 0) this.#tell('hold', { lines: added });
  }

  async #askPass(code: string): Promise<void> {
    const { host, shop, present } = this.#world;
    const pass = this.#asked.has(code) ? null : await host.pass(code);
    this.#asked.add(code);
    if (pass !== null) present(pass);
    else if (shop.state.stage === 'pass') this.#fail(shop.state);
  }

  #fail(state: ShopState): void {
    this.#world.host.channel.tell('failed', { code: state.code, message: coverSentence(state) });
  }

  #tell(type: string, more: object): void {
    const { shop, clock, host } = this.#world;
    host.channel.tell(type, { ...toldOf(shop.state, clock), ...more });
  }
}

/** The lines of one order that another does not have, with so many places as it has more. */
function more(of: readonly OrderLine[], than: readonly OrderLine[]): OrderLine[] {
  return of.flatMap((line) => {
    const other = than.find(({ kind, id, ticketType }) => {
      return kind === line.kind && id === line.id && ticketType === line.ticketType;
    });
    const places = line.places - (other?.places ?? 0);
    return places > 0 ? [{ ...line, places }] : [];
  });
}
