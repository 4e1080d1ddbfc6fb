/**
 * The page as a whole: draws every part of the state into its place, at most once per turn of the event loop, and once
 * a second while a countdown runs. `MapStage` draws the map itself.
 */
import { type ComponentChild, h, render } from 'preact';
import type { Target } from '../../shared/renderer.ts';
import type { Booking } from '../booking.ts';
import type { Entrance } from '../entrance.ts';
import { MapStage } from '../map-stage.ts';
import type { ServerClock } from '../server-clock.ts';
import { cartSize, type Shop, type ShopState } from '../shop.ts';
import type { Actions } from './actions.ts';
import { areaButtonId } from './areas.ts';
import { cover } from './cover.ts';
import { Focus } from './focus.ts';
import { legend, signKey, zoomButtons } from './legend.ts';
import { Notices } from './notices.tsx';
import { endWords } from './order.ts';
import { orderPanel } from './order-panel.ts';
import { type AskedIn, question } from './question.ts';
import { seatCard } from './seat-card.ts';
import { SeatList } from './seat-list.ts';

export interface PageParts {
  readonly shop: Shop;
  readonly clock: ServerClock;
  /** Null: the address names no event. */
  readonly booking: Booking | null;
  readonly entrance: Entrance | null;
}

/** Where the order is a sheet: as in the styles. */
const isNarrow = matchMedia('(max-width: 820px)');

export function showPage(parts: PageParts): void {
  new Page(parts);
}

class Page {
  readonly #parts: PageParts;
  readonly #map: MapStage | null;
  readonly #actions: Actions;
  #isListShown = false;
  #isOrderOpen = false;
  #isDrawing = false;
  #askedIn: AskedIn | null = null;
  readonly #focus = new Focus();

  constructor(parts: PageParts) {
    const { shop, booking } = parts;
    this.#parts = parts;
    this.#map = booking === null ? null : new MapStage(place('map'), shop, booking, (areaId) => this.#openArea(areaId));
    this.#actions = this.#makeActions();
    shop.onChange((state, before) => {
      if (state.spotlight !== before.spotlight && isNarrow.matches) this.#isOrderOpen = false;
      if (state.stage === before.stage) return this.#soon();
      this.#enter(state);
      // At once: a timer would run after the first frames of a large map, and the cover would hide them.
      this.#draw();
    });
    setInterval(() => this.#tick(), 1000);
    this.#draw();
  }

  #makeActions(): Actions {
    const { shop, booking, entrance } = this.#parts;
    return {
      toggle: (seat) => booking?.toggle(seat),
      giveBack: (seats) => booking?.giveBack(seats),
      changePlaces: (areaId, by) => booking?.changePlaces(areaId, by),
      take: (wish) => booking?.take(wish),
      checkOut: () => booking?.checkOut(),
      ask: (isAsked) => {
        const { stage } = shop.state;
        this.#askedIn = isAsked && (stage === 'choosing' || stage === 'paying') ? stage : null;
        this.#draw();
      },
      cancel: () => {
        this.#askedIn = null;
        this.#draw();
        booking?.cancel();
      },
      again: () => booking?.again(),
      takeAgain: () => booking?.takeAgain(),
      select: (selected) => shop.set({ selected }),
      show: (target) => this.#show(target),
      rejoin: () => entrance?.rejoin(),
      reload: () => location.reload(),
      filter: (priceId) => {
        const filter = new Set(shop.state.filter);
        const isAdded = !filter.delete(priceId);
        if (isAdded) filter.add(priceId);
        shop.set({ filter });
        if (isAdded) this.#map?.showPrice(priceId);
      },
      dismiss: () => shop.set({ notice: null, suggested: [] }),
      preview: ({ seats }) => this.#map?.view.showSeats(seats),
      zoomBy: (factor) => this.#map?.view.zoomBy(factor),
      showAll: () => this.#map?.view.showAll(),
      showList: (isShown) => this.#showList(isShown),
      openOrder: (isOpen) => {
        this.#isOrderOpen = isOpen;
        this.#soon();
      },
    };
  }

  /** Announces the new stage to screen readers, and opens the order where the stage is about it. */
  #enter(state: ShopState): void {
    const { stage } = state;
    if (stage === 'paying' || stage === 'confirmed' || stage === 'over') this.#isOrderOpen = true;
    const announcements: Partial<Record<ShopState['stage'], string>> = {
      paying: 'Checked out. Waiting for the payment to be confirmed.',
      confirmed: 'Your order is confirmed.',
      over: `${endWords(state).title}. Your tickets were given back.`,
    };
    const announcement = announcements[stage];
    if (announcement !== undefined) this.#parts.shop.announce(announcement);
  }

  /** The button that was pressed is another one now, so the focus goes to what it has opened. */
  #showList(isShown: boolean): void {
    this.#isListShown = isShown;
    this.#draw();
    (isShown ? document.getElementById('list-title') : place('map'))?.focus();
  }

  /** On a narrow screen the order makes room for the map. */
  #show(target: Target): void {
    if (this.#isListShown) this.#isListShown = false;
    if (isNarrow.matches) this.#isOrderOpen = false;
    this.#draw();
    this.#map?.view.remember(target);
    this.#map?.view.show(target);
  }

  #openArea(areaId: number): void {
    this.#isOrderOpen = true;
    this.#draw();
    const button = document.getElementById(areaButtonId(areaId));
    button?.scrollIntoView({ block: 'nearest' });
    button?.focus();
  }

  #tick(): void {
    const { stage, session } = this.#parts.shop.state;
    if (stage === 'waiting' || (session?.expiresAt ?? null) !== null) this.#soon();
  }

  #soon(): void {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    // A timer, not a frame: a page in the background gets no frames, but a screen reader may read it there.
    setTimeout(() => {
      this.#isDrawing = false;
      this.#draw();
    });
  }

  #draw(): void {
    const { state } = this.#parts.shop;
    if (state.stage !== this.#askedIn) this.#askedIn = null;
    render(question(state, this.#askedIn, this.#actions), place('question'));
    this.#focus.keep(() => this.#drawParts(state));
  }

  #drawParts(state: ShopState): void {
    const { clock } = this.#parts;
    const front = cover(state, this.#actions, (instant) => clock.secondsUntil(instant));
    const isOpen = front === null;
    render(this.#top(state, isOpen), place('top'));
    render(front, place('cover'));
    render(isOpen ? legend(state, this.#actions) : null, place('legend'));
    render(isOpen ? signKey() : null, place('key'));
    render(isOpen ? zoomButtons(this.#actions) : null, place('zoom'));
    render(isOpen ? h(Notices, { state, actions: this.#actions }) : null, place('notices'));
    render(isOpen && !this.#isListShown ? seatCard(state, this.#actions) : null, place('card'));
    render(isOpen && this.#isListShown ? h(SeatList, { state, actions: this.#actions }) : null, place('list'));
    render(isOpen ? this.#order(state) : null, place('order'));
    place('say').textContent = state.announcement;
    document.body.classList.toggle('is-covered', !isOpen);
    document.body.classList.toggle('is-list', this.#isListShown);
    document.body.classList.toggle('is-order-open', this.#isOrderOpen);
    const name = state.plan?.eventName;
    if (name != null) document.title = `${name} – Tickets`;
  }

  #top(state: ShopState, isOpen: boolean): ComponentChild {
    const isList = this.#isListShown;
    return [
      h('h1', { key: 'name', dir: 'auto', title: state.plan?.eventName ?? '' }, state.plan?.eventName ?? 'Tickets'),
      isOpen
        ? h('div', { key: 'tools', class: 'top__tools' }, [
            h(
              'button',
              {
                key: String(isList),
                class: 'button button--small',
                type: 'button',
                onClick: () => this.#actions.showList(!isList),
              },
              isList ? 'Show the map' : 'Show as a list',
            ),
          ])
        : null,
    ];
  }

  #order(state: ShopState): ComponentChild[] {
    const { expiresAt = null } = state.session ?? {};
    const runs = state.stage === 'paying' || (state.stage === 'choosing' && cartSize(state) > 0);
    const secondsLeft = expiresAt === null || !runs ? null : this.#parts.clock.secondsUntil(expiresAt);
    return orderPanel(state, this.#actions, secondsLeft, this.#isOrderOpen);
  }
}

/** A place of the document by its id. */
function place(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}
