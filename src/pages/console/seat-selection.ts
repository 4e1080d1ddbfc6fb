/** The seats that are selected on the map, and the bar that blocks or unblocks them. */
import { ask } from './dialog.ts';
import { button, element, refill } from './element.ts';
import { amountOf, count } from './format.ts';
import { acting, complaintLine } from './notices.ts';
import type { Desk } from './page.ts';
import type { SeatBoard } from './seat-board.ts';

export interface SelectionEvents {
  /** These seats were selected, or no longer are. */
  changed(seats: readonly number[]): void;
  /** A call to block or unblock has ended: the seats have to be read again. */
  done(): void;
}

export class SeatSelection {
  readonly content = element('div', { class: 'selection', hidden: true });
  readonly #desk: Desk;
  readonly #eventId: string;
  readonly #events: SelectionEvents;
  readonly #complaint = complaintLine();
  #seats = new Set<number>();

  constructor(desk: Desk, eventId: string, events: SelectionEvents) {
    this.#desk = desk;
    this.#eventId = eventId;
    this.#events = events;
  }

  get size(): number {
    return this.#seats.size;
  }

  has(seat: number): boolean {
    return this.#seats.has(seat);
  }

  choose(seats: readonly number[], isAdded: boolean): void {
    const before = this.#seats;
    this.#seats = new Set(isAdded ? [...before, ...seats] : seats);
    this.#events.changed([...new Set([...before, ...this.#seats])]);
  }

  toggle(seat: number): void {
    if (!this.#seats.delete(seat)) this.#seats.add(seat);
    this.#events.changed([seat]);
  }

  clear(): void {
    this.choose([], false);
  }

  /** Draws the bar with the actions that the present states of the seats allow. */
  show(board: SeatBoard): void {
    this.content.hidden = this.#seats.size === 0;
    if (this.#seats.size === 0) return;
    const free = this.#of(board, ['available', 'unpriced']);
    const blocked = this.#of(board, ['blocked']);
    const others = this.#seats.size - free.length - blocked.length;
    const parts = [`${count(free.length)} free`, `${count(blocked.length)} blocked`];
    if (others > 0) parts.push(`${count(others)} held or sold, which stay as they are`);
    const text = element(
      'span',
      {},
      element('strong', {}, `${amountOf(this.#seats.size, 'seat')} selected: `),
      parts.join(', '),
    );
    const actions = element('div', { class: 'row' });
    if (free.length > 0) actions.append(this.#action('Block', free, 'blocked'));
    if (blocked.length > 0) actions.append(this.#action('Unblock', blocked, 'unblocked'));
    actions.append(button('Clear', () => this.clear(), 'quiet'));
    refill(this.content, text, actions, this.#complaint);
  }

  #of(board: SeatBoard, kinds: readonly string[]): number[] {
    return [...this.#seats].flatMap((seat) =>
      kinds.includes(board.kindAt(seat)) ? [board.plan.ids[seat] as number] : [],
    );
  }

  #action(label: Verb, ids: readonly number[], done: string): HTMLButtonElement {
    const pressed = button(
      `${label} ${count(ids.length)}`,
      () => {
        if (ids.length < askedFrom) void acting(pressed, this.#complaint, () => this.#run(label, ids, done));
        else this.#askFirst(label, ids, done);
      },
      'primary',
    );
    return pressed;
  }

  #askFirst(label: Verb, ids: readonly number[], done: string): void {
    const effect =
      label === 'Block' ? 'Nobody can buy them until they are unblocked.' : 'Everybody can buy them at once.';
    ask({
      title: `${label} ${amountOf(ids.length, 'seat')}?`,
      content: [element('p', {}, effect)],
      action: `${label} ${amountOf(ids.length, 'seat')}`,
      onAction: () => this.#run(label, ids, done),
    });
  }

  async #run(label: Verb, ids: readonly number[], done: string): Promise<void> {
    const path = label === 'Block' ? blockPath : unblockPath;
    const query = { eventId: this.#eventId };
    const body = { seats: ids.map((id) => ({ id })), groupOfSeats: [] };
    const isDone = await this.#desk.service.ask((client) => client.POST(path, { params: { query }, body }));
    this.#events.done();
    if (isDone !== true)
      throw new Error(
        'Some of these seats have just changed, so nothing was done. The map shows them as they are now. Please try again.',
      );
    this.#desk.tell(`${amountOf(ids.length, 'seat')} ${done}.`);
    this.clear();
  }
}

type Verb = 'Block' | 'Unblock';

/** A box over a whole section is drawn by mistake more easily than over a few seats. */
const askedFrom = 100;

const blockPath = '/api/private/v2.0/booking/block';
const unblockPath = '/api/private/v2.0/booking/unblock';
