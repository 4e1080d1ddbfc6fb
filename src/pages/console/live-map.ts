/**
 * The map of one event by state and holder, live, with the selection of seats to block and unblock. Reads everything
 * again after a change, but spends at most a fifth of the time on reading.
 */
import { MapView } from '../shared/map-view.ts';
import { type Plan, readPlan, type SchemaObject } from '../shared/plan.ts';
import type { Target } from '../shared/renderer.ts';
import { areasTable } from './areas-table.ts';
import { BoxLayer, type ScreenBox } from './box-layer.ts';
import { button, element, fill, refill } from './element.ts';
import { count } from './format.ts';
import { kindLabels, paintOf, sectorLooks, selectedOffset } from './map-paint.ts';
import { problemBox } from './notices.ts';
import type { Desk } from './page.ts';
import { readAssignments, SeatBoard, type SeatKind, seatKinds } from './seat-board.ts';
import { seatDialog, seatTitle } from './seat-dialog.ts';
import { followEvent } from './seat-feed.ts';
import { SeatSelection } from './seat-selection.ts';

/** The live stream does not tell who holds a seat, so everything is read again. */
const readPauseMs = 6_000;
const readShare = 5;
const dark = matchMedia('(prefers-color-scheme: dark)');

export class LiveMap {
  readonly content: HTMLElement;
  readonly #desk: Desk;
  readonly #eventId: string;
  readonly #surface = element('div', {
    class: 'map-surface',
    tabindex: '0',
    role: 'application',
    'aria-label':
      'Seat map. Arrow keys move from seat to seat, Page Up and Page Down between sections, Enter shows or selects a seat.',
  });
  readonly #tip = element('div', { class: 'map-tip', hidden: true });
  readonly #reading = element('p', { class: 'map-reading' }, 'Reading the seats…');
  readonly #spoken = element('div', { class: 'visually-hidden', role: 'status' });
  readonly #legend = element('ul', { class: 'legend', 'aria-label': 'Seats by state' });
  readonly #areas = element('div', {});
  readonly #trouble = element('div', {});
  readonly #selection: SeatSelection;
  readonly #boxes: BoxLayer;
  readonly #view: MapView;
  readonly #end = new AbortController();
  #board: SeatBoard | null = null;
  #looks = new Uint8Array(0);
  #timer = 0;
  #isSelecting = false;

  constructor(desk: Desk, eventId: string) {
    this.#desk = desk;
    this.#eventId = eventId;
    this.#selection = new SeatSelection(desk, eventId, {
      changed: (seats) => this.#redraw(seats),
      done: () => void this.#read(),
    });
    this.#boxes = new BoxLayer((box, isAdded) => this.#choose(box, isAdded));
    const layers = [this.#surface, this.#boxes.content, this.#reading, this.#tip, this.#zoom()];
    const frame = element('div', { class: 'map-frame' }, ...layers);
    const title = element('h2', {}, 'Seats');
    const tools = element('div', { class: 'map-tools' }, title, this.#selectButton());
    const parts = [tools, this.#trouble, frame, this.#selection.content, this.#legend, this.#spoken];
    this.content = element(
      'div',
      { class: 'map-side' },
      element('section', { class: 'card map-card' }, ...parts),
      this.#areas,
    );
    this.#view = new MapView(this.#surface, {
      onPick: (target) => this.#pick(target),
      onHover: (target) => this.#tell(target),
      onFocus: (target) => this.#speak(target),
    });
    dark.addEventListener('change', this.#onTheme);
    void this.#begin();
  }

  close(): void {
    this.#end.abort();
    clearTimeout(this.#timer);
    dark.removeEventListener('change', this.#onTheme);
  }

  readonly #onTheme = (): void => {
    this.#paint();
    void this.#view.repaintBackdrop(dark.matches);
  };

  async #begin(): Promise<void> {
    const { publicKey } = this.#desk.organization;
    this.#reading.hidden = false;
    try {
      const plan = await this.#readPlan(publicKey);
      if (this.#end.signal.aborted) return;
      this.#board = new SeatBoard(plan);
      this.#looks = new Uint8Array(plan.seatCount);
      await this.#view.load(plan, this.#looks, dark.matches);
      this.#paint();
      await this.#read();
    } catch (error) {
      fill(
        this.#trouble,
        problemBox(error, () => void this.#begin()),
      );
      return;
    } finally {
      this.#reading.hidden = true;
    }
    const followed = { eventId: this.#eventId, publicKey, signal: this.#end.signal };
    void followEvent(this.#desk.service.client, followed, {
      moved: (freed, taken) => this.#redraw(this.#board?.move(freed, taken) ?? []),
      reset: () => void this.#read(),
    });
  }

  async #readPlan(publicKey: string): Promise<Plan> {
    const query = { id: this.#eventId, publicKey };
    const schema = await this.#desk.service.ask((client) =>
      client.GET('/api/public/v1.0/event/', { params: { query } }),
    );
    return readPlan(schema as unknown as SchemaObject);
  }

  async #read(): Promise<void> {
    const board = this.#board;
    if (board === null || this.#end.signal.aborted) return;
    const begunAt = performance.now();
    try {
      const read = await this.#desk.service.ask((client) => readAssignments(client, this.#eventId));
      const changed = board.take(read);
      fill(this.#trouble);
      this.#redraw(changed);
      refill(
        this.#areas,
        areasTable(this.#desk, this.#eventId, board.areas, () => void this.#read()),
      );
    } catch (error) {
      fill(
        this.#trouble,
        problemBox(error, () => void this.#read()),
      );
    }
    clearTimeout(this.#timer);
    if (this.#end.signal.aborted) return;
    const restMs = Math.max(readPauseMs, (performance.now() - begunAt) * readShare);
    this.#timer = window.setTimeout(() => void this.#read(), restMs);
  }

  #paint(): void {
    this.#view.paint(paintOf(dark.matches));
    if (this.#board !== null) this.#view.setSectors(sectorLooks(this.#board, dark.matches));
  }

  /** Shows seats as they are now. */
  #redraw(seats: readonly number[]): void {
    const board = this.#board;
    if (board === null) return;
    for (const seat of seats) {
      this.#looks[seat] = (board.kinds[seat] ?? 0) + (this.#selection.has(seat) ? selectedOffset : 0);
    }
    this.#view.changed(seats);
    this.#view.setSectors(sectorLooks(board, dark.matches));
    this.#showLegend(board);
    this.#selection.show(board);
  }

  #showLegend(board: SeatBoard): void {
    const counts = board.counts();
    const shown = seatKinds.filter((kind) => counts[kind] > 0 || kind === 'available' || kind === 'sold');
    fill(this.#legend, ...shown.map((kind) => legendEntry(kind, counts[kind])));
  }

  #selectButton(): HTMLElement {
    const hint = element('span', { class: 'quiet-text' });
    const made = button(
      'Select seats',
      () => {
        this.#isSelecting = !this.#isSelecting;
        made.setAttribute('aria-pressed', String(this.#isSelecting));
        this.#boxes.content.hidden = !this.#isSelecting;
        hint.textContent = this.#isSelecting ? 'Draw a box; Shift adds to it.' : '';
        if (!this.#isSelecting) this.#selection.clear();
      },
      'plain',
      { 'aria-pressed': 'false' },
    );
    return element('div', { class: 'row' }, hint, made);
  }

  #zoom(): HTMLElement {
    const zoomBy = (factor: number) => () => this.#view.zoomBy(factor);
    return element(
      'div',
      { class: 'map-zoom' },
      button('+', zoomBy(1.6), 'plain', { 'aria-label': 'Larger' }),
      button('−', zoomBy(1 / 1.6), 'plain', { 'aria-label': 'Smaller' }),
      button('⤢', () => this.#view.showAll(), 'plain', { 'aria-label': 'Show the whole map' }),
    );
  }

  #choose({ left, top, right, bottom }: ScreenBox, isAdded: boolean): void {
    const board = this.#board;
    if (board === null) return;
    const [fromX, fromY] = this.#view.camera.toPlan(left, top);
    const [toX, toY] = this.#view.camera.toPlan(right, bottom);
    const { xs, ys, seatCount } = board.plan;
    const seats: number[] = [];
    for (let seat = 0; seat < seatCount; seat++) {
      const [x, y] = [xs[seat] as number, ys[seat] as number];
      if (x >= fromX && x <= toX && y >= fromY && y <= toY) seats.push(seat);
    }
    this.#selection.choose(seats, isAdded);
    this.#spoken.textContent = `${count(this.#selection.size)} seats selected`;
  }

  #pick(target: Target): void {
    if (target.kind !== 'seat' || this.#board === null) return;
    if (this.#isSelecting) this.#selection.toggle(target.seat);
    else seatDialog(this.#board, target.seat, this.#eventId);
  }

  #tell(target: Target | null): void {
    this.#tip.hidden = target === null || this.#board === null;
    if (target !== null && this.#board !== null) this.#tip.textContent = titleOf(this.#board, target);
  }

  #speak(target: Target | null): void {
    this.#tell(target);
    if (target !== null && this.#board !== null) this.#spoken.textContent = titleOf(this.#board, target);
  }
}

function titleOf(board: SeatBoard, target: Target): string {
  if (target.kind === 'seat') return seatTitle(board, target.seat);
  return board.plan.sectors[target.sector]?.name ?? '';
}

function legendEntry(kind: SeatKind, seats: number): HTMLElement {
  const mark = element('span', { class: `swatch ${kind}` });
  return element('li', {}, mark, kindLabels[kind], element('strong', {}, count(seats)));
}
