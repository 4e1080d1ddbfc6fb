/**
 * The map on the buyer's page: draws the shop's state, and turns presses into choices. Shows a tooltip for the target
 * under the pointer, announces the target that has the keyboard's focus, and brings into sight what the buyer asks for.
 */
import { MapView } from '../shared/map-view.ts';
import type { Plan } from '../shared/plan.ts';
import type { Target } from '../shared/renderer.ts';
import { mapColours, onThemeChange, prefersDark } from '../shared/theme.ts';
import type { Units } from '../shared/units.ts';
import type { Booking } from './booking.ts';
import { mayLookOtherwise, writeLooks } from './look-numbers.ts';
import { buyerLooks, sectorLooks, unitLooks } from './seat-looks.ts';
import type { Shop, ShopState } from './shop.ts';
import { describeTarget } from './target-words.ts';
import { Tooltip } from './tooltip.ts';

/** The lower part of the map, in CSS pixels, that the card of a seat covers. */
const cardHeight = 190;

export class MapStage {
  readonly #shop: Shop;
  readonly #view: MapView;
  #plan: Plan | null = null;
  #units: Units | null = null;
  #looks = new Uint8Array(0);
  #priceNames = '';
  #hovered: readonly [target: Target, x: number, y: number] | null = null;
  readonly #tooltip: Tooltip;

  /** `onArea`: an area was pressed, by its id. */
  constructor(element: HTMLElement, shop: Shop, booking: Booking, onArea: (areaId: number) => void) {
    this.#shop = shop;
    this.#tooltip = new Tooltip(element);
    this.#view = new MapView(element, {
      onPick: (target, isCoarse) => {
        if (!('seat' in target)) onArea(shop.state.plan?.sectors[target.sector]?.id ?? -1);
        else if (isCoarse) this.#select(target.seat);
        else booking.toggle(target.seat);
      },
      onMiss: () => shop.set({ selected: null }),
      onHover: (target, x, y) => {
        this.#hovered = target === null ? null : [target, x, y];
        this.#showTooltip();
      },
      onFocus: (target) => this.#announceTarget(target),
    });
    shop.onChange((state, before) => this.#follow(state, before));
    onThemeChange(() => {
      this.#paint(shop.state);
      void this.#view.repaintBackdrop(prefersDark());
    });
  }

  get view(): MapView {
    return this.#view;
  }

  /** Goes to the first seat or area of a price, unless one of them is in sight. The keyboard goes on from there. */
  showPrice(priceId: number): void {
    const { plan, offer } = this.#shop.state;
    if (plan === null || offer === null) return;
    const place = offer.prices.findIndex(({ id }) => id === priceId);
    const matches: Target[] = [];
    for (let seat = 0; seat < plan.seatCount; seat++) {
      if (offer.bookable[seat] === 1 && offer.priceOf[seat] === place) matches.push(this.#view.targetOf(seat));
    }
    for (const area of offer.areas) {
      if (area.priceId === priceId && area.places > 0) matches.push({ kind: 'area', sector: area.sector });
    }
    const [first] = matches;
    if (first === undefined) return;
    this.#view.remember(first);
    if (!matches.some((target) => this.#view.isInSight(target))) this.#view.show(first);
  }

  /** Opens the card of a seat, and moves the map so that the card does not cover the seat. */
  #select(seat: number): void {
    this.#shop.set({ selected: seat });
    this.#announceTarget(this.#view.targetOf(seat));
    this.#view.raise(seat, cardHeight);
  }

  #showTooltip(): void {
    const [target = null, x = 0, y = 0] = this.#hovered ?? [];
    this.#tooltip.show(target === null ? null : describeTarget(this.#shop.state, target), x, y);
  }

  #announceTarget(target: Target | null): void {
    if (target === null) return;
    const { title, lines } = describeTarget(this.#shop.state, target);
    this.#shop.announce([title, ...lines].join(', '));
  }

  #follow(state: ShopState, before: ShopState): void {
    const { plan, units, offer, selected, spotlight, sight } = state;
    if (plan === null || offer === null) return;
    this.#showTooltip();
    const isNewPlan = plan !== this.#plan || units !== this.#units;
    const isFirst = this.#plan === null;
    if (isNewPlan) {
      this.#plan = plan;
      this.#units = units;
      this.#looks = new Uint8Array(plan.seatCount);
      void this.#view.load(plan, this.#looks, prefersDark(), units.list).then(() => {
        if (isFirst && this.#shop.state.sight.length > 0) this.#look(this.#shop.state.sight);
      });
    }
    const priceNames = offer.prices.map(({ id, name }) => `${id} ${name}`).join('\n');
    if (isNewPlan || priceNames !== this.#priceNames) this.#paint(state);
    this.#priceNames = priceNames;
    if (isNewPlan || mayLookOtherwise(state, before)) {
      this.#view.setUnits(unitLooks(state, prefersDark()));
      const changed = writeLooks(this.#looks, state);
      if (!isNewPlan && changed.length > 0) this.#view.changed(changed);
    }
    const hasNewCounts =
      state.offerVersion !== before.offerVersion || state.session !== before.session || state.stage !== before.stage;
    if (isNewPlan || hasNewCounts) this.#view.setSectors(sectorLooks(state, prefersDark()));
    if (selected !== before.selected) this.#view.mark(selected === null ? null : this.#view.targetOf(selected));
    if (spotlight !== before.spotlight) this.#view.reveal(spotlight);
    if (sight !== before.sight) this.#look(sight);
  }

  /** The whole map without seats. */
  #look(seats: readonly number[]): void {
    if (seats.length === 0) this.#view.showAll();
    else this.#view.showSeats(seats);
  }

  #paint(state: ShopState): void {
    const isDark = prefersDark();
    const looks = buyerLooks(state.offer?.prices.length ?? 0, isDark);
    this.#view.setUnits(unitLooks(state, isDark));
    this.#view.paint({ colours: mapColours(isDark), looks });
    this.#view.setSectors(sectorLooks(state, isDark));
  }
}
