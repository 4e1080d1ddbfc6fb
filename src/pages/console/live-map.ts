/**
 * The live map of one event by state and holder, with the selection of seats to block and unblock. Reads the layout
 * once, and all seats every few seconds, but spends at most about a sixth of the time on reading. Reads nothing in a
 * hidden tab.
 */
import { MapView } from '../shared/map-view.ts';
import type { Target } from '../shared/renderer.ts';
import { onThemeChange, prefersDark } from '../shared/theme.ts';
import { areasTable } from './areas-table.ts';
import { BoxLayer, type ScreenBox } from './box-layer.ts';
import { button, element, fill, refill } from './element.ts';
import { count } from './format.ts';
import { kindLabels, paintOf, sectorLooks, selectedOffset } from './map-paint.ts';
import { problemBox } from './notices.ts';
import type { Desk } from './page.ts';
import { Poller } from './poller.ts';
import { readAssignments, SeatBoard, type SeatKind, seatKinds } from './seat-board.ts';
import { seatDialog, seatTitle } from './seat-dialog.ts';
import { followEvent } from './seat-feed.ts';
import { readEventPlan } from './seat-places.ts';
import { SeatSelection } from './seat-selection.ts';

/** The live stream does not say who holds a seat, so all seats are read again and again. */
const pauseMs = 6_000;
/** A large hall takes long to read: the pause is so many times as long. */
const pauseShare = 5;

export class LiveMap {
  readonly content: HTMLElement;
  readonly #desk: Desk;
  readonly #eventId: string;
  readonly #onDone: () => void;
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
  readonly #endTheme: () => void;
  #poller: Poller | null = null;
  #board: SeatBoard | null = null;
  #looks = new Uint8Array(0);
  #isSelecting = false;

  /** `onDone`: seats or places were blocked or unblocked. */
  constructor(desk: Desk, eventId: string, onDone: () => void) {
    this.#desk = desk;
    this.#eventId = eventId;
    this.#onDone = onDone;
    this.#selection = new SeatSelection(desk, eventId, {
      changed: (seats) => this.#redraw(seats),
      done: () => this.#readAgain(),
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
    this.#endTheme = onThemeChange(() => {
      this.#paint();
      void this.#view.repaintBackdrop(prefersDark());
    });
    void this.#begin();
  }

  close(): void {
    this.#end.abort();
    this.#poller?.close();
    this.#endTheme();
  }

  async #begin(): Promise<void> {
    const { publicKey } = this.#desk.organization;
    const { signal } = this.#end;
    this.#reading.hidden = false;
    try {
      const plan = await readEventPlan(this.#desk, this.#eventId);
      if (signal.aborted) return;
      this.#board = new SeatBoard(plan);
      this.#looks = new Uint8Array(plan.seatCount);
      await this.#view.load(plan, this.#looks, prefersDark());
    } catch (error) {
      this.#showProblem(error, () => void this.#begin());
      return;
    }
    if (signal.aborted) return;
    this.#paint();
    const poller = new Poller(
      () => this.#read(),
      pauseMs,
      (error) => this.#showProblem(error, () => poller.now()),
      pauseShare,
    );
    this.#poller = poller;
    void followEvent(
      this.#desk.service.client,
      { eventId: this.#eventId, publicKey, signal },
      {
        moved: (freed, taken) => this.#redraw(this.#board?.move(freed, taken) ?? []),
        reset: () => poller.now(),
      },
    );
  }

  #readAgain(): void {
    this.#poller?.now();
    this.#onDone();
  }

  #showProblem(error: unknown, onRetry: () => void): void {
    this.#reading.hidden = true;
    fill(this.#trouble, problemBox(error, onRetry));
  }

  async #read(): Promise<void> {
    const read = await this.#desk.service.ask((client) => readAssignments(client, this.#eventId));
    const board = this.#board;
    if (board === null || this.#end.signal.aborted) return;
    const changed = board.take(read);
    this.#reading.hidden = true;
    fill(this.#trouble);
    this.#redraw(changed);
    refill(
      this.#areas,
      areasTable(this.#desk, this.#eventId, board.areas, () => this.#readAgain()),
    );
  }

  #paint(): void {
    this.#view.paint(paintOf(prefersDark()));
    if (this.#board !== null) this.#view.setSectors(sectorLooks(this.#board, prefersDark()));
  }

  /** Draws seats as the board has them now. */
  #redraw(seats: readonly number[]): void {
    const board = this.#board;
    if (board === null) return;
    for (const seat of seats) {
      this.#looks[seat] = (board.kinds[seat] ?? 0) + (this.#selection.has(seat) ? selectedOffset : 0);
    }
    this.#view.changed(seats);
    this.#view.setSectors(sectorLooks(board, prefersDark()));
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
        hint.textContent = this.#isSelecting ? 'Draw a box around seats. Hold Shift to add to the selection.' : '';
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
