/**
 * The options, callbacks and methods of the component: its whole interface for a shop's page. Types only. No callback
 * and no method has a name or a meaning beyond these.
 */
import type { MessageKey, PluralMessage } from './message-key.ts';
import type {
  ExpiredNews,
  FailedNews,
  HeightNews,
  HoldFailedNews,
  HoldNews,
  LineNews,
  Order,
  ReadyNews,
  SessionNews,
  Told,
  UnavailableNews,
} from './order.ts';

/** `sell`: the buyer chooses and checks out. The others need no session: `static` only shows, `spotlight` points at `selected`. */
export type MapMode = 'sell' | 'static' | 'spotlight';

/** Seats by id, and places of areas. */
export interface Places {
  readonly seats?: readonly number[];
  /** `places`: how many more, or how many fewer. */
  readonly areas?: readonly { readonly id: number; readonly places: number; readonly ticketType?: string }[];
  /** By seat id. */
  readonly ticketTypes?: Readonly<Record<string, string>>;
}

/** Only these can be chosen; other seats are dimmed. A seat must be in every list that is given. */
export interface Filter {
  readonly seats?: readonly number[];
  readonly prices?: readonly number[];
  readonly sections?: readonly number[];
}

/** Texts of the page that a shop replaces, with the `{placeholders}` of the text that they replace. */
export type Messages = { readonly [Key in MessageKey]?: string | PluralMessage };

export interface Theme {
  /** `auto`, the default: as the shop's page. */
  readonly colorScheme?: 'auto' | 'light' | 'dark';
  /** Variables of the map's style sheet, such as `{'--accent': '#b3261e'}`; docs/component.md lists them. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Address of a picture, at most 200 KB. The component loads it in the shop's page. */
  readonly logo?: string;
}

/** Options that can change without loading the map again. */
export interface ChangeableOptions {
  /** Held when the map opens; in mode `spotlight` the seats that it points at. */
  readonly selected?: Places;
  /** At most so many seats and places; the service's own limit holds too. */
  readonly maxSeats?: number;
  readonly filter?: Filter;
  /** The language, BCP 47, such as `de-AT`: for texts, amounts, numbers and times. Default: that of the page around the map. */
  readonly locale?: string;
  readonly messages?: Messages;
  /** An amount for people, in place of `Intl`. */
  readonly formatAmount?: (minorUnits: number, currency: string) => string;
  readonly theme?: Theme;
  /** How many seats the buyer wants: the first choice of the form for the best seats, and the default of `bestAvailable`. */
  readonly partySize?: number;
  /** `auto`, the default: as high as the content. `fill`: as high as the element. */
  readonly height?: 'auto' | 'fill';
}

export interface Callbacks {
  readonly onReady?: (news: ReadyNews) => void;
  /** The map cannot be used. */
  readonly onFailed?: (news: FailedNews) => void;
  /** A session was created, or continues. */
  readonly onSession?: (news: SessionNews) => void;
  readonly onSelect?: (news: LineNews) => void;
  readonly onDeselect?: (news: LineNews) => void;
  readonly onHold?: (news: HoldNews) => void;
  readonly onHoldFailed?: (news: HoldFailedNews) => void;
  /** The lines or the total have changed. */
  readonly onChange?: (news: Told) => void;
  readonly onExpired?: (news: ExpiredNews) => void;
  readonly onUnavailable?: (news: UnavailableNews) => void;
  /** The buyer wants to pay: take the payment, then confirm the session from your server. */
  readonly onCheckedOut?: (news: Told) => void;
  readonly onConfirmed?: (news: Told) => void;
  readonly onHeight?: (news: HeightNews) => void;
}

export interface MapOptions extends ChangeableOptions, Callbacks {
  /** The address of the service, such as `https://tickets.example.com`. `usher.js` of the service knows its own. */
  readonly baseUrl?: string;
  /** The event's id. */
  readonly event: string;
  /** The organization's public key. */
  readonly publicKey: string;
  readonly mode?: MapMode;
  /**
   * `continue`, the default: the session of this browser, if it still runs, also in another tab. `start`: always a new
   * one. Anything else is the id of a session, which your server has created.
   */
  readonly session?: 'continue' | 'start' | (string & {});
  /** For events that admit by pass. The function is called with the error code when a pass is needed. */
  readonly pass?: string | ((code: string) => string | null | Promise<string | null>);
  /** After so many milliseconds without a map `onFailed` is called. Default: 20,000. */
  readonly timeoutMs?: number;
}

export interface BestWish {
  readonly count?: number;
  readonly prices?: readonly number[];
  readonly sections?: readonly number[];
  readonly together?: boolean;
  /** How many of the seats are accessible. */
  readonly accessible?: number;
}

/** What `zoomTo` brings into sight; nothing of it: the whole map. */
export interface Sight {
  readonly seats?: readonly number[];
  /** Ids of sections or areas. */
  readonly sections?: readonly number[];
}

/** Promises resolve after the service has answered. They reject with a `MapError`. */
export interface MapMethods {
  select(places: Places | readonly number[]): Promise<Order>;
  deselect(places: Places | readonly number[]): Promise<Order>;
  /** Gives everything back and keeps the session. */
  clear(): Promise<Order>;
  bestAvailable(wish?: BestWish): Promise<Order>;
  checkout(): Promise<Order>;
  /** Cancels the order, also after the checkout. The next choice begins a new one. */
  startOver(): Promise<Order>;
  zoomTo(sight: Sight): Promise<void>;
  /** Options that are not `ChangeableOptions` load the map again; callbacks change at once. */
  changeOptions(options: Partial<MapOptions>): Promise<void>;
  /** Takes the map away. The session stays until it expires. */
  destroy(): void;
}
