/** The actions of a buyer, which the views call, and what every view is given. Types only. */
import type { Target } from '../../shared/renderer.ts';
import type { Wish } from '../answers.ts';
import type { Choice, ShopState } from '../shop.ts';

/** What every view is given. */
export interface ViewProperties {
  readonly state: ShopState;
  readonly actions: Actions;
}

export interface Actions {
  readonly toggle: (seat: number) => void;
  readonly giveBack: (seats: readonly number[]) => void;
  /** `ticketType`: of the line that gives places back; absent: any line. */
  readonly changePlaces: (areaId: number, by: number, ticketType?: string | null) => void;
  /** More or fewer guests at a unit of the order. */
  readonly changeGuests: (unitId: number, by: number) => void;
  readonly take: (wish: Wish) => void;
  readonly checkOut: () => void;
  /** Goes to the shop's page, which takes the payment. */
  readonly pay: () => void;
  /** Asks before the order is given up, or takes the question back. */
  readonly ask: (isAsked: boolean) => void;
  readonly cancel: () => void;
  readonly again: () => void;
  /** Takes again what was lost when the time ran out. */
  readonly takeAgain: () => void;
  /** Opens the card of a seat, or of its unit; null closes it. */
  readonly select: (seat: number | null) => void;
  /** Shows a seat or an area of the order on the map. */
  readonly show: (target: Target) => void;
  readonly rejoin: () => void;
  readonly reload: () => void;
  readonly filter: (priceId: number) => void;
  readonly dismiss: () => void;
  readonly preview: (choice: Choice) => void;
  readonly zoomBy: (factor: number) => void;
  readonly showAll: () => void;
  readonly showList: (isShown: boolean) => void;
  readonly openOrder: (isOpen: boolean) => void;
}
