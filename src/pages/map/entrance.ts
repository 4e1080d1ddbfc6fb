/**
 * Gets the buyer a session: at once, with a pass, or with an admitted ticket of the event's queue. Polls the ticket as
 * often as the service asks for. Forgets a ticket that has become a session. Never joins the queue again by itself.
 */
import type { Problem, Session, Ticket } from './answers.ts';
import type { BoxOffice } from './box-office.ts';
import type { Keeper } from './keeper.ts';
import type { ServerClock } from './server-clock.ts';
import { closingCodes, maxSeatsDefault, type Shop } from './shop.ts';
import { spoken } from './spoken.ts';
import { text } from './texts.ts';

export interface EntranceWorld {
  readonly shop: Shop;
  readonly office: BoxOffice;
  readonly keeper: Keeper;
  readonly clock: ServerClock;
}

const passProblems: ReadonlySet<string> = new Set([
  'PASS_REQUIRED',
  'PASS_INVALID',
  'PASS_EXPIRED',
  'PASS_USED',
  'PASSES_EXHAUSTED',
]);
/** Between two attempts at a call of the queue that failed. */
const retrySeconds = 5;

export class Entrance {
  readonly #world: EntranceWorld;
  #pass: string | null;
  #entering: Promise<Session | null> | null = null;
  #onRejoin = (): void => {};

  constructor(world: EntranceWorld, pass: string | null) {
    this.#world = world;
    this.#pass = pass;
  }

  /** Takes a pass from the page that embeds this one. */
  async present(pass: string): Promise<void> {
    this.#pass = pass;
    const { shop } = this.#world;
    if (shop.state.session === null) await this.enter();
    if (shop.state.session !== null && shop.state.stage === 'pass') this.#open();
  }

  /** Resolves when the buyer may choose, at once or after the queue, and when the page has said why they may not. */
  async wait(): Promise<void> {
    const { shop, office, keeper } = this.#world;
    const kept = keeper.ticket;
    const now = await office.admission();
    if (now.ok) shop.set({ closedBecause: now.value.closedBecause });
    const admission = kept === null ? now : ({ ok: true, value: { mode: 'QUEUE' } } as const);
    if (!admission.ok && closingCodes.has(admission.problem.errorCode)) {
      this.#close(admission.problem);
      return;
    }
    if (!admission.ok || admission.value.mode !== 'QUEUE') {
      if (this.#pass !== null) await this.enter();
      else if (admission.ok && admission.value.mode === 'PASS') this.#needPass();
      return;
    }
    await this.#waitInLine(kept);
    if (shop.state.stage === 'waiting') this.#open();
  }

  /** Waits until the ticket has become a session. Resolves early when the event has no queue any more. */
  async #waitInLine(kept: string | null): Promise<void> {
    const { shop, keeper } = this.#world;
    let ticket = kept === null ? await this.#join() : await this.#poll(kept);
    while (ticket !== null) {
      shop.set({ stage: 'waiting', ticket });
      if (ticket.state === 'ADMITTED' && (await this.#claim(ticket.ticket))) return;
      if (ticket.state === 'CLAIMED') {
        keeper.ticket = null;
        return;
      }
      if (ticket.state === 'LAPSED') ticket = await this.#joinAgain();
      else {
        await seconds(ticket.pollSeconds);
        ticket = await this.#poll(ticket.ticket);
      }
    }
  }

  /** The buyer wants to join the queue again after their ticket has lapsed. */
  rejoin(): void {
    this.#onRejoin();
  }

  /** Creates a session, with the pass if there is one. Null: refused, and the page says why. One at a time. */
  enter(): Promise<Session | null> {
    this.#entering ??= this.#create().finally(() => {
      this.#entering = null;
    });
    return this.#entering;
  }

  async #create(): Promise<Session | null> {
    const { shop, office, keeper, clock } = this.#world;
    const outcome = await office.create(this.#pass);
    if (!outcome.ok) {
      this.#refused(outcome.problem);
      return null;
    }
    const session = outcome.value;
    // A pass creates one session only.
    this.#pass = null;
    const maxSeats = session.maxSeats ?? maxSeatsDefault;
    clock.learn(session.serverTime);
    keeper.session = { sessionId: session.sessionId, maxSeats };
    shop.set({ session, maxSeats });
    return session;
  }

  async #claim(ticket: string): Promise<boolean> {
    this.#pass = ticket;
    const session = await this.enter();
    this.#pass = null;
    if (session === null) return false;
    this.#world.keeper.ticket = null;
    // A notice of an attempt that failed before is no longer true.
    this.#world.shop.set({ ticket: null, notice: null });
    await spoken();
    this.#world.shop.announce(text('turnSaid'));
    return true;
  }

  async #join(): Promise<Ticket | null> {
    const { office, keeper, clock, shop } = this.#world;
    for (;;) {
      const outcome = await office.join();
      shop.set({ isOffline: !outcome.ok && outcome.problem.errorCode === 'NO_CONNECTION' });
      if (outcome.ok) {
        keeper.ticket = outcome.value.ticket;
        clock.learn(outcome.value.serverTime);
        return outcome.value;
      }
      if (outcome.problem.errorCode === 'NO_QUEUE') return null;
      if (closingCodes.has(outcome.problem.errorCode)) return this.#close(outcome.problem);
      await seconds(retrySeconds);
    }
  }

  async #poll(ticket: string): Promise<Ticket | null> {
    const { office, keeper, clock, shop } = this.#world;
    for (;;) {
      const outcome = await office.ticket(ticket);
      if (outcome.ok) {
        clock.learn(outcome.value.serverTime);
        shop.set({ isOffline: false });
        return outcome.value;
      }
      const { errorCode } = outcome.problem;
      if (closingCodes.has(errorCode)) return this.#close(outcome.problem);
      if (errorCode === 'NO_QUEUE' || errorCode === 'ENTITY_NOT_FOUND') {
        keeper.ticket = null;
        return errorCode === 'NO_QUEUE' ? null : this.#join();
      }
      shop.set({ isOffline: errorCode === 'NO_CONNECTION' });
      await seconds(retrySeconds);
    }
  }

  /** Joins again when the buyer asks for it: a page that nobody looks at must not take places in the queue. */
  async #joinAgain(): Promise<Ticket | null> {
    this.#world.keeper.ticket = null;
    await new Promise<void>((resolve) => {
      this.#onRejoin = resolve;
    });
    return this.#join();
  }

  #close({ errorCode }: Problem): null {
    this.#world.shop.set({ stage: 'closed', code: errorCode });
    return null;
  }

  /** Lets the buyer choose; before the first plan the page is still loading. */
  #open(): void {
    const { shop } = this.#world;
    shop.set({ stage: shop.state.plan === null ? 'loading' : 'choosing', ticket: null });
  }

  /** Says that a pass is needed, unless the page that embeds this one has sent it meanwhile. */
  #needPass(): void {
    const { shop } = this.#world;
    if (shop.state.session === null && this.#entering === null) shop.set({ stage: 'pass', code: 'PASS_REQUIRED' });
  }

  /** Shows the stage `pass`. In mode QUEUE only an admitted ticket is a pass, so the buyer joins the queue instead. */
  async #refusedPass(code: string): Promise<void> {
    const { shop, office } = this.#world;
    if (shop.state.stage === 'waiting') return;
    const admission = await office.admission();
    if (admission.ok && admission.value.mode === 'QUEUE') await this.wait();
    else shop.set({ stage: 'pass', code });
  }

  #refused(problem: Problem): void {
    const { shop } = this.#world;
    const { errorCode } = problem;
    if (passProblems.has(errorCode)) void this.#refusedPass(errorCode);
    else if (closingCodes.has(errorCode)) shop.set({ stage: 'closed', code: errorCode });
    else if (errorCode === 'ENTITY_NOT_FOUND') shop.set({ stage: 'failed', code: errorCode });
    else {
      const [title, why] = [text('noSessionTitle'), text('noSessionText')];
      shop.set({ notice: { code: errorCode, tone: 'warning', title, text: why, choices: [] } });
    }
  }
}

function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * 1000));
}
