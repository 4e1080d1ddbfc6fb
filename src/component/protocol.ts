/**
 * The messages between the component and the map in its frame, over a `Channel`. The map begins: it says `listening`,
 * to any origin, with nothing in it but versions. The component answers with `hello` and the options. From then on each
 * end speaks to the other's origin only.
 */
import type { BestWish, ChangeableOptions, MapMode, Messages, Places, Sight, Theme } from './options.ts';

/** `body` of the map's first message. */
export interface Listening {
  readonly versions: readonly number[];
  /** The requests that this map answers. */
  readonly answers: readonly string[];
}

/** The options that can be sent to the frame. */
export interface SentOptions
  extends Pick<ChangeableOptions, 'selected' | 'maxSeats' | 'filter' | 'locale' | 'partySize'> {
  readonly messages?: Messages;
  readonly theme?: Pick<Theme, 'variables'>;
  /** A `data:` address. */
  readonly logo?: string;
  /** Amounts are to be formatted by the shop's page. */
  readonly formatsAmounts?: boolean;
}

/** `body` of the component's first message. */
export interface Hello extends SentOptions {
  readonly mode: MapMode;
  /** The given session's id. */
  readonly session?: string;
  readonly pass?: string;
  /** What an earlier map of this event asked to keep, by name. */
  readonly kept: Readonly<Record<string, string>>;
}

/** Requests of the component, with their bodies. */
export interface Requests {
  readonly select: Places;
  readonly deselect: Places;
  readonly clear: undefined;
  readonly bestAvailable: BestWish;
  readonly checkout: undefined;
  readonly startOver: undefined;
  readonly zoomTo: Sight;
  readonly changeOptions: SentOptions;
  /** Reads the order again: the browser has shown the page from its cache. */
  readonly refresh: undefined;
}

/** Texts that the map asks to keep. A null text forgets. */
export interface Keep {
  readonly name: string;
  readonly text: string | null;
}

/** `body` of the map's news `named`: what the map is, in its language. */
export interface Named {
  readonly title: string;
}

/** The map's request `format`: amounts in minor units. The answer is their texts. */
export type AmountsToFormat = readonly (readonly [minorUnits: number, currency: string])[];
