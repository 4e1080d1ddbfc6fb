/**
 * The map on the buyer's page: draws the shop's state, and turns presses into choices. Shows a tooltip for the target
 * under the pointer, and announces the target that has the keyboard's focus.
 */
import { MapView } from '../shared/map-view.ts';
import type { Plan } from '../shared/plan.ts';
import type { Target } from '../shared/renderer.ts';
import { mapColours, onThemeChange, prefersDark } from '../shared/theme.ts';
import type { Booking } from './booking.ts';
import { buyerLooks, sectorLooks, writeLooks } from './seat-looks.ts';
import type { Shop, ShopState } from './shop.ts';
import { describeTarget } from './target-words.ts';
import { Tooltip } from './tooltip.ts';

export class MapStage {
  readonly #shop: Shop;
  readonly #view: MapView;
  #plan: Plan | null = null;
  #looks = new Uint8Array(0);
  #priceNames = '';
  #hovered: readonly [target: Target, x: number, y: number] | null = null;
  readonly #tooltip: Tooltip;

  /** `onArea`: an area was pressed, by its id. */
  constructor(element: HTMLElement, shop: Shop, booking: Booking, onArea: (areaId: number) => void) {
    this.#shop = shop;
    this.#tooltip = new Tooltip(element);
    this.#view = new MapView(element, {
      onPick: (target) => {
        if (target.kind === 'seat') booking.toggle(target.seat);
        else onArea(shop.state.plan?.sectors[target.sector]?.id ?? -1);
      },
      onHover: (target, x, y) => {
        this.#hovered = target === null ? null : [target, x, y];
        this.#showTooltip();
      },
      onFocus: (target) => this.#focused(target),
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

  #showTooltip(): void {
    const [target = null, x = 0, y = 0] = this.#hovered ?? [];
    this.#tooltip.show(target === null ? null : describeTarget(this.#shop.state, target), x, y);
  }

  #focused(target: Target | null): void {
    if (target === null) return;
    const { title, lines } = describeTarget(this.#shop.state, target);
    this.#shop.announce([title, ...lines].join(', '));
  }

  #follow(state: ShopState, before: ShopState): void {
    const { plan, offer } = state;
    if (plan === null || offer === null) return;
    this.#showTooltip();
    const isNewPlan = plan !== this.#plan;
    if (isNewPlan) {
      this.#plan = plan;
      this.#looks = new Uint8Array(plan.seatCount);
      void this.#view.load(plan, this.#looks, prefersDark());
    }
    const priceNames = offer.prices.map(({ id, name }) => `${id} ${name}`).join('\n');
    if (isNewPlan || priceNames !== this.#priceNames) this.#paint(state);
    this.#priceNames = priceNames;
    const changed = writeLooks(this.#looks, state);
    if (!isNewPlan && changed.length > 0) this.#view.changed(changed);
    const hasNewCounts = state.offerVersion !== before.offerVersion || state.session !== before.session;
    if (isNewPlan || hasNewCounts) this.#view.setSectors(sectorLooks(state, prefersDark()));
  }

  #paint(state: ShopState): void {
    const isDark = prefersDark();
    const looks = buyerLooks(state.offer?.prices.length ?? 0, isDark);
    this.#view.paint({ colours: mapColours(isDark), looks });
    this.#view.setSectors(sectorLooks(state, isDark));
  }
}
