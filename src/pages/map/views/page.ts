/**
 * The page as a whole: draws every part of the state into its place, at most once per turn of the event loop, and once
 * a second while a countdown runs. `MapStage` draws the map itself.
 */
import { type ComponentChild, h, render } from 'preact';
import type { Booking } from '../booking.ts';
import type { Entrance } from '../entrance.ts';
import { MapStage } from '../map-stage.ts';
import type { ServerClock } from '../server-clock.ts';
import { cartSize, type Shop, type ShopState } from '../shop.ts';
import { clockText, counted } from '../words.ts';
import type { Actions } from './actions.ts';
import { areaButtonId } from './areas.ts';
import { cover } from './cover.ts';
import { legend, signKey, zoomButtons } from './legend.ts';
import { notices } from './notice.ts';
import { endWords, order } from './order.ts';
import { SeatList } from './seat-list.ts';

export interface PageParts {
  readonly shop: Shop;
  readonly clock: ServerClock;
  /** Null: the address names no event. */
  readonly booking: Booking | null;
  readonly entrance: Entrance | null;
}

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

  constructor(parts: PageParts) {
    const { shop, booking } = parts;
    this.#parts = parts;
    this.#map = booking === null ? null : new MapStage(place('map'), shop, booking, (areaId) => this.#openArea(areaId));
    this.#actions = this.#makeActions();
    shop.onChange((state, before) => {
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
      cancel: () => booking?.cancel(),
      again: () => booking?.again(),
      rejoin: () => entrance?.rejoin(),
      reload: () => location.reload(),
      filter: (priceId) => {
        const filter = new Set(shop.state.filter);
        if (!filter.delete(priceId)) filter.add(priceId);
        shop.set({ filter });
      },
      dismiss: () => shop.set({ notice: null, suggested: [] }),
      preview: ({ seats }) => this.#map?.view.showSeats(seats),
      zoomBy: (factor) => this.#map?.view.zoomBy(factor),
      showAll: () => this.#map?.view.showAll(),
      showList: (isShown) => {
        this.#isListShown = isShown;
        this.#soon();
      },
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
    const { shop, clock } = this.#parts;
    const { state } = shop;
    const wasInOrder = place('order').contains(document.activeElement);
    const front = cover(state, this.#actions, (instant) => clock.secondsUntil(instant));
    const isOpen = front === null;
    render(this.#top(state, isOpen), place('top'));
    render(front, place('cover'));
    render(isOpen ? legend(state, this.#actions) : null, place('legend'));
    render(isOpen ? signKey() : null, place('key'));
    render(isOpen ? zoomButtons(this.#actions) : null, place('zoom'));
    render(isOpen ? notices(state, this.#actions) : null, place('notices'));
    render(isOpen && this.#isListShown ? h(SeatList, { state, actions: this.#actions }) : null, place('list'));
    render(isOpen ? this.#order(state) : null, place('order'));
    // The element that had the focus is gone: without a new one the keyboard would begin at the top of the page.
    if (wasInOrder && !place('order').contains(document.activeElement)) document.getElementById('order-title')?.focus();
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
      h('h1', { key: 'name' }, state.plan?.eventName ?? 'Tickets'),
      isOpen
        ? h('div', { key: 'tools', class: 'top__tools' }, [
            h(
              'button',
              {
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

  #order(state: ShopState): ComponentChild {
    const { expiresAt = null } = state.session ?? {};
    const runs = state.stage === 'paying' || (state.stage === 'choosing' && cartSize(state) > 0);
    const secondsLeft = expiresAt === null || !runs ? null : this.#parts.clock.secondsUntil(expiresAt);
    const isOpen = this.#isOrderOpen;
    const summary = [
      cartSize(state) === 0 ? 'empty' : counted(cartSize(state), 'ticket'),
      ...(secondsLeft === null ? [] : [`${clockText(secondsLeft)} left`]),
    ];
    return [
      h(
        'button',
        {
          key: 'handle',
          class: 'handle',
          type: 'button',
          'aria-expanded': isOpen ? 'true' : 'false',
          'aria-controls': 'order-body',
          onClick: () => this.#actions.openOrder(!isOpen),
        },
        [
          h('span', null, 'Your order'),
          h('strong', null, summary.join(' · ')),
          h('span', { class: 'handle__sign', 'aria-hidden': 'true' }),
        ],
      ),
      h('div', { key: 'body', id: 'order-body', class: 'order-body' }, [order(state, this.#actions, secondsLeft)]),
    ];
  }
}

/** A place of the document by its id. */
function place(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}
