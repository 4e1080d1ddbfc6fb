/** What is missing before an event can be sold, from what the service tells of it. Calls nothing. */
import { text } from './texts.ts';

/** `bad`: nobody can buy, or buys wrongly. `warn`: probably not meant. `good`: as it should be. */
export interface CheckLine {
  readonly level: 'bad' | 'warn' | 'good';
  readonly says: string;
  /** Another view of the event, where it is put right; absent: it is put right beside the list, or not in the console. */
  readonly view?: string;
  /** The switch that lets buyers of the whole organization begin is off. */
  readonly isSwitchOff?: true;
}

/** A price with its places. */
export interface PriceSum {
  readonly name: string;
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly places: number;
}

export interface SaleFacts {
  readonly status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
  /** Null: the zone of the venue is not known. */
  readonly hasBegun: boolean | null;
  /** Seats and places, and those of them that have no price. */
  readonly places: number;
  readonly unpriced: number;
  readonly prices: readonly { readonly name: string; readonly amount: number | null }[];
  /** Of the prices with an amount. */
  readonly sums: readonly PriceSum[];
  readonly areSessionsPublic: boolean;
  readonly admission: {
    readonly mode: 'OPEN' | 'PASS' | 'QUEUE';
    readonly ratePerMinute: number | null;
  };
  /** Null: the person may not read the keys. */
  readonly hasPassKeys: boolean | null;
  readonly face: { readonly title: string | null; readonly imageUrl: string | null };
}

export function checklistOf(facts: SaleFacts): readonly CheckLine[] {
  return [...pricesOf(facts), ...buyersOf(facts), ...admissionOf(facts), ...datesOf(facts), ...faceOf(facts)];
}

export function hasObstacle(lines: readonly CheckLine[]): boolean {
  return lines.some(({ level }) => level === 'bad');
}

function pricesOf({ places, unpriced, prices }: SaleFacts): CheckLine[] {
  const lines: CheckLine[] = [];
  if (places === 0) lines.push({ level: 'bad', says: text('layoutEmpty') });
  else if (prices.length === 0) lines.push({ level: 'bad', says: text('noPrices'), view: 'prices' });
  else if (unpriced === places) lines.push({ level: 'bad', says: text('nothingPriced'), view: 'painting' });
  else if (unpriced > 0) {
    lines.push({ level: 'warn', says: text('someUnpriced', { unpriced, places }), view: 'painting' });
  } else lines.push({ level: 'good', says: text('allPriced') });
  for (const { name, amount } of prices) {
    if (amount === null) lines.push({ level: 'warn', says: text('priceByName', { name }), view: 'prices' });
  }
  return lines;
}

function buyersOf({ areSessionsPublic, status }: SaleFacts): CheckLine[] {
  const lines: CheckLine[] = [];
  if (!areSessionsPublic) lines.push({ level: 'bad', says: text('sessionsOff'), isSwitchOff: true });
  if (status === 'DRAFT') lines.push({ level: 'warn', says: text('isDraft') });
  if (status === 'ARCHIVED') lines.push({ level: 'bad', says: text('isArchived') });
  return lines;
}

function admissionOf({ admission, hasPassKeys }: SaleFacts): CheckLine[] {
  const { mode, ratePerMinute } = admission;
  const view = 'on-sale';
  if (mode === 'PASS' && hasPassKeys === false) return [{ level: 'bad', says: text('noPassKey'), view }];
  if (mode !== 'QUEUE') return [];
  if (ratePerMinute === 0) return [{ level: 'bad', says: text('queuePaused'), view }];
  if (ratePerMinute === null) return [{ level: 'warn', says: text('queueWithoutRate'), view }];
  return [{ level: 'good', says: text('queueRate', { count: ratePerMinute }) }];
}

function datesOf({ hasBegun }: SaleFacts): CheckLine[] {
  return hasBegun === true ? [{ level: 'warn', says: text('hasBegun') }] : [];
}

function faceOf({ face }: SaleFacts): CheckLine[] {
  const lines: CheckLine[] = [];
  if (face.title === null) lines.push({ level: 'warn', says: text('noTitle') });
  if (face.imageUrl === null) lines.push({ level: 'warn', says: text('noPicture') });
  return lines;
}
