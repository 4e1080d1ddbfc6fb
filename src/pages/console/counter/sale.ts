/**
 * One sale at the counter: a session that is opened with the first places, grows, and is sold or given back. Promises that a repeated
 * press never takes or sells twice: a call without an answer is repeated with its own key, and nothing else runs before its outcome is
 * known. Keeps the session's id in the tab, so that a reload finds it again. Draws nothing.
 */
import { Refusal } from '../refusal.ts';
import { cartSizeOf, sameCart, seatsIn } from './cart.ts';
import {
  type CounterCalls,
  type Held,
  newKey,
  type PrivateSession,
  type Selection,
  type Wish,
} from './counter-calls.ts';
import type { KeptSale } from './kept-sale.ts';
import { personIn } from './person.ts';
import { newReference } from './reference.ts';

/** For whom, and until when. */
export interface Hold {
  readonly name: string;
  /** With the offset of its zone. */
  readonly heldUntil: string;
}

/** A change of the session, with the key that it is repeated with. */
export type Step =
  | { readonly kind: 'take'; readonly wish: Wish; readonly types: readonly string[]; readonly key: string }
  | { readonly kind: 'return'; readonly selection: Selection; readonly key: string }
  | { readonly kind: 'sell'; readonly reference: string; readonly name: string; readonly key: string }
  | { readonly kind: 'hold'; readonly hold: Hold; readonly key: string }
  | { readonly kind: 'cancel'; readonly key: string }
  | { readonly kind: 'look'; readonly key: string };

export interface Sold extends Held {
  readonly reference: string;
  readonly name: string;
}

export interface SaleState {
  /** Null: nothing was taken yet. */
  readonly session: Held | null;
  /** The person for whom the session was held before it came to this till; '': it is no hold. */
  readonly heldFor: string;
  readonly sold: Sold | null;
  readonly isBusy: boolean;
  /** The step that was refused, and why. */
  readonly refused: { readonly step: Step; readonly why: unknown } | null;
  /** The step whose answer did not come: whether it has taken effect is not known. */
  readonly unanswered: Step | null;
  /** The session has ended without a sale or is kept for a person, or the places to be sold are others than those that were shown. */
  readonly notice: 'over' | 'changed' | 'found' | 'held' | null;
  /** What the purchase will be called. */
  readonly reference: string;
  readonly name: string;
}

/** Of refusals that do not tell whether the call took effect. */
const uncertain: ReadonlySet<string> = new Set(['OUTCOME_UNKNOWN', 'UNREADABLE_ANSWER', 'IDEMPOTENCY_KEY_IN_USE']);
/** Of answers above 502 that are refusals all the same: the call has not taken effect, and would not if it were repeated. */
const refusing: ReadonlySet<string> = new Set(['READ_ONLY', 'UPGRADE_NOT_FINALIZED']);
const over: ReadonlySet<string> = new Set(['SESSION_DEAD', 'ENTITY_NOT_FOUND']);

export class Sale {
  readonly #calls: CounterCalls;
  readonly #kept: KeptSale;
  readonly #onChange: () => void;
  /** Of the call that opens the session; the same until it has an answer. */
  #openKey = newKey();
  /** The seats before the last step of the kind `take` began, by its key. */
  #begun: { readonly key: string; readonly before: ReadonlySet<number> } | null = null;
  state: SaleState;

  constructor(calls: CounterCalls, kept: KeptSale, onChange: () => void) {
    this.#calls = calls;
    this.#kept = kept;
    this.#onChange = onChange;
    this.state = freshState();
  }

  /** Finds the sale again that a reload has interrupted. */
  async resume(): Promise<void> {
    const kept = this.#kept.read();
    if (kept === null) return;
    this.#openKey = kept.openKey;
    this.#set({ reference: kept.reference, name: kept.name });
    await this.#run({ kind: 'look', key: newKey() });
  }

  /** `types`: the ticket types of the seats that the event chooses, one for each. */
  take(wish: Wish, types: readonly string[] = []): Promise<void> {
    return this.#run({ kind: 'take', wish, types, key: newKey() });
  }

  giveBack(selection: Selection): Promise<void> {
    return this.#run({ kind: 'return', selection, key: newKey() });
  }

  sell(): Promise<void> {
    const { reference, name } = this.state;
    return this.#run({ kind: 'sell', reference: reference.trim(), name: name.trim(), key: newKey() });
  }

  /** Keeps the places for a person: the till is free for the next one. */
  hold(hold: Hold): Promise<void> {
    return this.#run({ kind: 'hold', hold, key: newKey() });
  }

  /** Leaves a hold as it is: the till is free for the next one. Nothing while it is not known what the hold has. */
  leave(): void {
    const { isBusy, unanswered } = this.state;
    if (!isBusy && unanswered === null) this.#end('held');
  }

  /** Gives everything back. */
  cancel(): Promise<void> {
    return this.#run({ kind: 'cancel', key: newKey() });
  }

  /** Reads the session: its time may be over. */
  look(): Promise<void> {
    return this.#run({ kind: 'look', key: newKey() });
  }

  /** Repeats the step that got no answer, with its key. */
  async tryAgain(): Promise<void> {
    const { unanswered } = this.state;
    if (unanswered === null) return;
    this.#set({ unanswered: null });
    await this.#run(unanswered);
  }

  call({
    reference = this.state.reference,
    name = this.state.name,
  }: Partial<Pick<SaleState, 'reference' | 'name'>>): void {
    this.#set({ reference, name });
    this.#keep();
  }

  /** Begins the next one. */
  next(): void {
    this.#kept.clear();
    this.#openKey = newKey();
    this.state = freshState();
    this.#onChange();
  }

  async #run(step: Step): Promise<void> {
    if (this.state.isBusy) return;
    if (this.state.sold !== null) this.next();
    this.#set({ isBusy: true, refused: null, notice: null });
    try {
      // Whether the step before has taken effect decides what this one does.
      if (this.state.unanswered !== null) await this.#reread();
      await this.#do(step);
    } catch (why) {
      await this.#failed(step, why);
    }
    this.#set({ isBusy: false });
  }

  async #do(step: Step): Promise<void> {
    if (step.kind === 'sell') return this.#sell(step);
    if (step.kind === 'cancel') return this.#cancel(step.key);
    if (step.kind === 'look') return this.#reread();
    if (step.kind === 'hold') return this.#hold(step);
    const id = await this.#opened();
    if (step.kind === 'return') return this.#show(await this.#calls.unlock(id, step.selection, step.key));
    if (this.#begun?.key !== step.key) this.#begun = { key: step.key, before: new Set(seatsIn(this.state.session)) };
    const { before } = this.#begun;
    const session = await this.#calls.lock(id, step.wish, step.key);
    this.#show(session);
    if (step.types.length === 0) return;
    const chosen = seatsIn(session).filter((seat) => !before.has(seat));
    const ticketTypes = Object.fromEntries(chosen.flatMap((seat, at) => [[seat, step.types[at] ?? null]]));
    this.#show(await this.#calls.lock(id, { seats: chosen, ticketTypes }, `${step.key}-types`));
  }

  async #opened(): Promise<string> {
    if (this.state.session !== null) return this.state.session.id;
    this.#keep();
    const session = await this.#calls.open(this.#openKey);
    this.#show(session);
    return session.id;
  }

  async #sell({ reference, name, key }: Extract<Step, { kind: 'sell' }>): Promise<void> {
    const shown = this.state.session;
    if (shown === null || cartSizeOf(shown.cart) === 0) return;
    const checkedOut = shown.state === 'ACTIVE' ? await this.#calls.checkOut(shown.id, `${key}-checkout`) : shown;
    this.#show(checkedOut);
    if (!sameCart(shown.cart, checkedOut.cart)) return this.#set({ notice: 'changed' });
    const sold = await this.#calls.confirm(shown.id, reference, name, key);
    this.#kept.clear();
    this.#set({ session: null, sold: { ...sold, reference, name } });
  }

  async #hold({ hold, key }: Extract<Step, { kind: 'hold' }>): Promise<void> {
    const { session, heldFor } = this.state;
    if (session === null) return;
    // A new name would replace all properties of the hold, so it is sent only when it differs.
    if (hold.name !== heldFor) await this.#calls.name(session.id, hold.name, `${key}-name`);
    await this.#calls.moveHold(session.id, hold.heldUntil, key);
    this.#end('held');
  }

  async #cancel(key: string): Promise<void> {
    const { session } = this.state;
    if (session !== null) await this.#calls.cancel(session.id, key);
    this.next();
  }

  async #failed(step: Step, why: unknown): Promise<void> {
    if (isUnanswered(why)) return this.#set({ unanswered: step });
    const code = why instanceof Refusal ? (why.problem?.errorCode ?? '') : '';
    if (over.has(code) || code === 'SESSION_FROZEN') return this.#reread().catch(() => this.#set({ unanswered: step }));
    this.#set({ refused: { step, why } });
  }

  /** Shows the session as it is now. Rejects without a connection. */
  async #reread(): Promise<void> {
    try {
      // Opening with the same key answers the session that it has opened before.
      const id = this.state.session?.id ?? this.#kept.read()?.id ?? (await this.#calls.open(this.#openKey)).id;
      this.#showFound(await this.#calls.read(id));
    } catch (why) {
      if (isUnanswered(why)) throw why;
      this.#end('over');
    }
  }

  #showFound(session: Held & Pick<PrivateSession, 'reference' | 'properties'>): void {
    const { reference, properties, ...held } = session;
    if (session.state === 'CONFIRMED') {
      this.#kept.clear();
      const sold = { ...held, reference: reference ?? this.state.reference, name: this.state.name };
      this.#set({ session: null, sold, isBusy: false, unanswered: null });
    } else if (session.state === 'ACTIVE' || session.state === 'PENDING_PAYMENT') {
      this.#show(held);
      const heldFor = personIn(properties);
      this.#set({ heldFor, isBusy: false, unanswered: null, notice: cartSizeOf(held.cart) === 0 ? null : 'found' });
    } else this.#end('over');
  }

  #end(notice: 'over' | 'held'): void {
    this.next();
    this.#set({ notice });
  }

  #show(session: Held): void {
    this.#set({ session });
    this.#keep();
  }

  #keep(): void {
    const { session, reference, name } = this.state;
    this.#kept.write({ openKey: this.#openKey, id: session?.id ?? null, reference, name });
  }

  #set(changes: Partial<SaleState>): void {
    this.state = { ...this.state, ...changes };
    this.#onChange();
  }
}

function freshState(): SaleState {
  const empty = {
    session: null,
    heldFor: '',
    sold: null,
    isBusy: false,
    refused: null,
    unanswered: null,
    notice: null,
  };
  return { ...empty, reference: newReference(), name: '' };
}

function isUnanswered(why: unknown): boolean {
  if (!(why instanceof Refusal)) return why instanceof TypeError;
  const code = why.problem?.errorCode ?? '';
  return uncertain.has(code) || (why.status >= 502 && !refusing.has(code));
}
