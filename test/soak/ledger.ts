/** The histories of all buyers of a soak, what its box offices and offices know, and the violations that were found. */
import { Deal } from './deal.ts';
import type { Entrances } from './entrances.ts';
import type { EventRules, OnSale } from './event-rules.ts';
import { History } from './history.ts';
import { type ItemKind, itemPrefix, type OfficeItem } from './office-item.ts';
import { Traffic } from './traffic.ts';

/** Told of every write that was acknowledged: its event, and when its call was sent (`performance.now()`). */
export type WriteListener = (eventId: string, sentAt: number) => void;

/** A session or a deal, in reports. */
export type Named = Pick<History, 'key' | 'eventId'>;

const violationsMax = 50;

export class Ledger {
  readonly histories: History[] = [];
  /** Of box offices. */
  readonly deals: Deal[] = [];
  /** Of offices; those that are deleted leave with the next audit. */
  items: OfficeItem[] = [];
  /** Items that offices have opened so far. */
  itemsOpened = 0;
  /** The events on sale. */
  readonly targets: OnSale[];
  /** Organization token. */
  readonly token: string;
  /** How buyers get into the events. */
  readonly entrances: Pick<Entrances, 'of' | 'passFor'>;
  readonly violations: string[] = [];
  /** Sessions with an acknowledged or a pending write since the last audit. */
  readonly touched = new Set<History>();
  /** Number of acknowledged writes. */
  writes = 0;
  /** Number of reads that were checked for an old state of the session. */
  reads = 0;
  readonly traffic = new Traffic();
  private readonly onWrite: WriteListener;
  /** Sessions that nobody pays before their time has passed. */
  private late: History[] = [];
  private opened = 0;

  constructor(
    targets: readonly OnSale[],
    token: string,
    entrances: Pick<Entrances, 'of' | 'passFor'>,
    onWrite: WriteListener = () => {},
  ) {
    this.targets = [...targets];
    this.token = token;
    this.entrances = entrances;
    this.onWrite = onWrite;
  }

  targetOf({ eventId }: Pick<Named, 'eventId'>): OnSale {
    return this.targets.find((target) => target.eventId === eventId)!;
  }

  /** Undefined: the event has none. */
  rulesOf(of: Pick<Named, 'eventId'>): EventRules | undefined {
    return this.targetOf(of)?.rules;
  }

  /** False once its event was replaced. */
  isOnSale({ eventId }: Pick<Named, 'eventId'>): boolean {
    return this.targets.some((target) => target.eventId === eventId);
  }

  open(target: OnSale): History {
    const history = new History(target.eventId, `soak-${this.opened++}`);
    this.histories.push(history);
    return history;
  }

  openDeal(target: OnSale): Deal {
    const deal = new Deal(target.eventId, `deal-${this.opened++}`);
    this.deals.push(deal);
    return deal;
  }

  openItem(kind: ItemKind): OfficeItem {
    const item = { kind, name: `${itemPrefix}${this.opened++}`, id: null, pending: null, isGone: false };
    this.items.push(item);
    this.itemsOpened += 1;
    return item;
  }

  /** Sets a session aside until its time to pay has passed; `takeLate` gives it to another buyer. */
  setAside(history: History): void {
    this.late.push(history);
  }

  /** A session that was set aside and is overdue, or null. From now on it belongs to the buyer that asks. */
  takeLate(): History | null {
    const at = this.late.findIndex((history) => history.isOverdue());
    return this.late.splice(at, at === -1 ? 0 : 1)[0] ?? null;
  }

  /** The seats of a session of the event that was set aside and is overdue; null: there is none. */
  lateCart(eventId: string): readonly number[] | null {
    const late = this.late.find((history) => history.eventId === eventId && history.isOverdue());
    return late?.known?.seats ?? null;
  }

  acknowledge({ eventId }: Pick<Named, 'eventId'>, kind: string, sentAt: number): void {
    this.writes += 1;
    this.traffic.count(kind);
    this.onWrite(eventId, sentAt);
  }

  /** Replaces an event that is nearly sold out. Its sessions are removed: audit them before. */
  replace(target: OnSale, by: OnSale): void {
    this.targets[this.targets.indexOf(target)] = by;
    const isKept = ({ eventId }: Pick<Named, 'eventId'>) => eventId !== target.eventId;
    this.histories.splice(0, this.histories.length, ...this.histories.filter(isKept));
    this.deals.splice(0, this.deals.length, ...this.deals.filter(isKept));
    this.late = this.late.filter(isKept);
  }

  /** Records a violation. */
  reportViolation(of: Named | null, what: string): void {
    const kind = of instanceof Deal ? 'box office' : 'session';
    const subject = of === null ? '' : `${kind} ${of.key} of event ${of.eventId}: `;
    if (this.violations.length < violationsMax) this.violations.push(`${subject}${what}`);
  }
}
