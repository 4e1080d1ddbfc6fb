/**
 * The page as a whole: follows the state, draws it at most once per turn of the event loop, and once a second while a
 * countdown runs. `MapStage` draws the map itself.
 */
import { Component, type ComponentChild, createRef } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import type { Target } from '../../shared/renderer.ts';
import type { Booking } from '../booking.ts';
import type { Entrance } from '../entrance.ts';
import { MapStage } from '../map-stage.ts';
import type { Payment } from '../payment.ts';
import type { ServerClock } from '../server-clock.ts';
import { cartSize, type Shop, type ShopState } from '../shop.ts';
import { text } from '../texts.ts';
import type { Actions } from './actions.ts';
import { areaButtonId } from './areas.tsx';
import { Cover, isCovered } from './cover.tsx';
import { EventHead, Logo, tabTitle } from './event-head.tsx';
import { Focus } from './focus.ts';
import { Legend, SignKey, ZoomButtons } from './legend.tsx';
import { MapHost } from './map-host.tsx';
import { Notices } from './notices.tsx';
import { endWords } from './order.tsx';
import { OrderPanel } from './order-panel.tsx';
import { type AskedIn, CancelQuestion } from './question.tsx';
import { SeatCard } from './seat-card.tsx';
import { SeatList } from './seat-list.tsx';

interface PageProperties {
  readonly shop: Shop;
  readonly clock: ServerClock;
  /** Null: the address names no event. */
  readonly booking: Booking | null;
  readonly entrance: Entrance | null;
  readonly payment: Payment | null;
}

interface PageState {
  readonly shop: ShopState;
  readonly isListShown: boolean;
  /** On a narrow screen. */
  readonly isOrderOpen: boolean;
  /** Null: nothing is asked. */
  readonly askedIn: AskedIn | null;
}

/** Where the order is a sheet: as in the styles. */
const isNarrow = matchMedia('(max-width: 820px)');

export class Page extends Component<PageProperties, PageState> {
  override state: PageState = { shop: this.props.shop.state, isListShown: false, isOrderOpen: false, askedIn: null };
  readonly #host = createRef<HTMLDivElement>();
  readonly #focus = new Focus();
  #isWaiting = false;
  #map: MapStage | null = null;
  readonly #actions = this.#makeActions();

  override componentDidMount(): void {
    const { shop, booking } = this.props;
    const host = this.#host.current;
    if (booking !== null && host !== null) {
      this.#map = new MapStage(host, shop, booking, (areaId) => this.#openArea(areaId));
    }
    shop.onChange((state, before) => this.#follow(state, before));
    // The plan may have come before the language of the page.
    shop.set({});
    setInterval(() => this.#tick(), 1000);
  }

  override componentDidUpdate(): void {
    this.#focus.handOn();
    const title = tabTitle(this.state.shop);
    if (document.title !== title) document.title = title;
  }

  override render(
    { clock }: PageProperties,
    { shop: state, isListShown, isOrderOpen, askedIn }: PageState,
  ): ComponentChild {
    const view = { state, actions: this.#actions };
    const isOpen = !isCovered(state);
    const isSelling = state.wishes.mode === 'sell';
    const looks = [
      ...(isOpen ? [] : ['is-covered']),
      ...(isListShown ? ['is-list'] : []),
      ...(isSelling ? [] : ['is-shown-only']),
    ];
    return (
      <div class={['page', ...looks, ...(isOrderOpen ? ['is-order-open'] : [])].join(' ')}>
        <a class="skip" href="#order">
          {text('skipToOrder')}
        </a>
        <CancelQuestion {...view} askedIn={askedIn} />
        <header class="top">
          <Logo {...state} />
          <EventHead {...state} />
          {isOpen && (
            <Button key={String(isListShown)} isSmall onPress={() => this.#actions.showList(!isListShown)}>
              {isListShown ? text('showMap') : text('showList')}
            </Button>
          )}
        </header>
        <main class="stage">
          <div class="legend-place">{isOpen && <Legend {...view} />}</div>
          <div class="floor">
            <MapHost host={this.#host} />
            {isOpen && isListShown && (
              <div id="list" class="list-place">
                <SeatList {...view} />
              </div>
            )}
            <div class="key-place">{isOpen && <SignKey />}</div>
            <div class="zoom">{isOpen && <ZoomButtons {...this.#actions} />}</div>
            <div class="messages">
              <div id="notices">{isOpen && <Notices {...view} />}</div>
              <div id="card">{isOpen && !isListShown && <SeatCard {...view} />}</div>
            </div>
          </div>
        </main>
        {isSelling && (
          <aside id="order" class="side" aria-label={text('orderTitle')} tabIndex={-1}>
            {isOpen && <OrderPanel {...view} secondsLeft={this.#secondsLeft(state)} isOpen={isOrderOpen} />}
          </aside>
        )}
        <div id="cover">
          <Cover {...view} secondsUntil={(instant) => clock.secondsUntil(instant)} />
        </div>
        <div id="say" class="visually-hidden" aria-live="polite" role="status">
          {state.announcement}
        </div>
      </div>
    );
  }

  /** Until the tickets are given back; null: nothing runs. */
  #secondsLeft(state: ShopState): number | null {
    const { expiresAt = null } = state.session ?? {};
    const runs = state.stage === 'paying' || (state.stage === 'choosing' && cartSize(state) > 0);
    return expiresAt === null || !runs ? null : this.props.clock.secondsUntil(expiresAt);
  }

  #follow(shop: ShopState, before: ShopState): void {
    if (shop.spotlight !== before.spotlight && isNarrow.matches) this.setState({ isOrderOpen: false });
    if (shop.stage === before.stage) this.#soon();
    else this.#enter(shop);
  }

  #enter(shop: ShopState): void {
    const { stage } = shop;
    if (stage === 'paying' || stage === 'confirmed' || stage === 'over') this.setState({ isOrderOpen: true });
    // At once: a timer would run after the first frames of a large map, and the cover would hide them.
    this.setState({ shop, askedIn: null });
    const announcements: Partial<Record<ShopState['stage'], string>> = {
      paying: text('payingSaid'),
      confirmed: text('confirmedSaid'),
      over: endWords(shop).said,
    };
    const announcement = announcements[stage];
    if (announcement !== undefined) this.props.shop.announce(announcement);
  }

  /** Draws the state once for all changes of this turn of the event loop. */
  #soon(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    // A timer, not a frame: a page in the background gets no frames, but a screen reader may read it there.
    setTimeout(() => {
      this.#isWaiting = false;
      this.setState({ shop: this.props.shop.state });
    });
  }

  #makeActions(): Actions {
    const { shop, booking, entrance, payment } = this.props;
    return {
      toggle: (seat) => booking?.toggle(seat),
      giveBack: (seats) => booking?.giveBack(seats),
      changePlaces: (areaId, by, type) => booking?.changePlaces(areaId, by, type),
      changeGuests: (unitId, by) => booking?.changeGuests(unitId, by),
      take: (wish) => booking?.take(wish),
      checkOut: () => booking?.checkOut(),
      pay: () => void payment?.go(),
      ask: (isAsked) => {
        const { stage } = shop.state;
        this.setState({ askedIn: isAsked && (stage === 'choosing' || stage === 'paying') ? stage : null });
      },
      cancel: () => {
        this.setState({ askedIn: null });
        void booking?.cancel();
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
      showList: (isListShown) =>
        // The button that was pressed is another one now, so the focus goes to what it has opened.
        this.setState({ isListShown }, () => document.getElementById(isListShown ? 'list-title' : 'map')?.focus()),
      openOrder: (isOrderOpen) => this.setState({ isOrderOpen }),
    };
  }

  /** On a narrow screen the order makes room for the map, before the map goes to the target. */
  #show(target: Target): void {
    this.setState({ isListShown: false, ...(isNarrow.matches ? { isOrderOpen: false } : {}) }, () => {
      this.#map?.view.remember(target);
      this.#map?.view.show(target);
    });
  }

  #openArea(areaId: number): void {
    this.setState({ isOrderOpen: true }, () => {
      const button = document.getElementById(areaButtonId(areaId));
      button?.scrollIntoView({ block: 'nearest' });
      button?.focus();
    });
  }

  #tick(): void {
    const { stage, session } = this.props.shop.state;
    if (stage === 'waiting' || (session?.expiresAt ?? null) !== null) this.#soon();
  }
}
