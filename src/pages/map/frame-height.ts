/**
 * How high the page would have to be to show its content without scrolling: told to the page that embeds this one, which
 * may follow it. Depends on the width and the content only, never on the present height, so that following it ends.
 */
import type { Shop, ShopState } from './shop.ts';

const heightMin = 320;
const heightMax = 1600;
/** Of the map itself: higher ones leave no room for anything else of a shop's page. */
const mapHeightMin = 340;
const mapHeightMax = 720;
/** Around the card of the cover. */
const coverPadding = 48;

export class FrameHeight {
  readonly #app: HTMLElement;
  readonly #shop: Shop;
  readonly #onHeight: (height: number) => void;
  #told = 0;
  #isWaiting = false;

  constructor(app: HTMLElement, shop: Shop, onHeight: (height: number) => void) {
    this.#app = app;
    this.#shop = shop;
    this.#onHeight = onHeight;
    new MutationObserver(() => this.#soon()).observe(app, { childList: true, subtree: true, characterData: true });
    new ResizeObserver(() => this.#soon()).observe(app);
  }

  /** Once for all changes of one turn: measuring makes the browser lay the page out. */
  #soon(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => {
      this.#isWaiting = false;
      this.#measure();
    });
  }

  #measure(): void {
    const height = Math.round(Math.min(Math.max(this.#contentHeight(), heightMin), heightMax));
    if (height === this.#told) return;
    this.#told = height;
    this.#onHeight(height);
  }

  #contentHeight(): number {
    const top = this.#height('.top');
    const cover = this.#height('.cover__card');
    if (cover > 0) return top + cover + coverPadding;
    const floor = this.#app.querySelector('.floor')?.clientWidth ?? 0;
    const list = this.#height('.list');
    const map = list > 0 ? list : mapHeight(this.#shop.state, floor);
    const stage = this.#height('.legend-place') + map;
    const order = this.#height('.order__head') + this.#contentOf('.order__scroll') + this.#height('.order__foot');
    const bar = this.#height('.bar');
    // On a narrow screen the order is a sheet in front of the map, with a bar that is always there.
    return top + (bar > 0 ? Math.max(stage, order) + bar : Math.max(stage, order));
  }

  #height(selector: string): number {
    return this.#app.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0;
  }

  /** Of what can be scrolled: from its first to its last child, with the padding. */
  #contentOf(selector: string): number {
    const place = this.#app.querySelector(selector);
    const [first, last] = [place?.firstElementChild, place?.lastElementChild];
    if (place == null || first == null || last == null) return 0;
    const { paddingTop, paddingBottom } = getComputedStyle(place);
    const inner = last.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
    return inner + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
  }
}

/** As high as the plan is at this width. */
function mapHeight({ plan }: ShopState, width: number): number {
  const { viewBox } = plan?.background ?? { viewBox: { width: 1, height: 1 } };
  const ratio = viewBox.width > 0 ? viewBox.height / viewBox.width : 1;
  return Math.min(Math.max(width * ratio, mapHeightMin), mapHeightMax);
}
