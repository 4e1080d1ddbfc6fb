/** The actions of a buyer, which the views call. Types only. */
import type { Wish } from '../answers.ts';
import type { Choice } from '../shop.ts';

export interface Actions {
  readonly toggle: (seat: number) => void;
  readonly giveBack: (seats: readonly number[]) => void;
  readonly changePlaces: (areaId: number, by: number) => void;
  readonly take: (wish: Wish) => void;
  readonly checkOut: () => void;
  readonly cancel: () => void;
  readonly again: () => void;
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
