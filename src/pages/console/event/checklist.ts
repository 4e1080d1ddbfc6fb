/** What is missing before an event can be sold, from what the service tells of it. Pure. */

/** `bad`: nobody can buy, or buys wrongly. `warn`: probably not meant. `good`: as it should be. */
export interface CheckLine {
  readonly level: 'bad' | 'warn' | 'good';
  readonly text: string;
  /** Another view of the event, where it is put right; absent: it is put right beside the list, or not in the console. */
  readonly view?: string;
}

export interface SaleFacts {
  readonly status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
  /** Null: the zone of the venue is not known. */
  readonly hasBegun: boolean | null;
  /** Seats and places, and those of them that have no price. */
  readonly places: number;
  readonly unpriced: number;
  readonly prices: readonly { readonly name: string; readonly amount: number | null }[];
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
  if (places === 0) lines.push({ level: 'bad', text: 'The layout has no seats and no places.' });
  else if (prices.length === 0) lines.push({ level: 'bad', text: 'The event has no prices.', view: 'prices' });
  else if (unpriced === places) {
    lines.push({ level: 'bad', text: 'No seat and no place has a price, so nobody can buy.', view: 'painting' });
  } else if (unpriced > 0) {
    const text = `${unpriced.toLocaleString('en')} of ${places.toLocaleString('en')} seats and places have no price and are not sold.`;
    lines.push({ level: 'warn', text, view: 'painting' });
  } else lines.push({ level: 'good', text: 'Every seat and every place has a price.' });
  for (const { name, amount } of prices) {
    if (amount !== null) continue;
    const text = `The price “${name}” has no amount and currency of its own. Buyers pay the number in its name.`;
    lines.push({ level: 'warn', text, view: 'prices' });
  }
  return lines;
}

function buyersOf({ areSessionsPublic, status }: SaleFacts): CheckLine[] {
  const lines: CheckLine[] = [];
  if (!areSessionsPublic) {
    lines.push({
      level: 'bad',
      text: 'Buyers cannot begin to buy: public sessions are switched off in the organization’s settings.',
    });
  }
  if (status === 'DRAFT')
    lines.push({ level: 'warn', text: 'The event is a draft. Publish it when the list is in order.' });
  if (status === 'ARCHIVED') lines.push({ level: 'bad', text: 'The event is archived: nobody can buy.' });
  return lines;
}

function admissionOf({ admission, hasPassKeys }: SaleFacts): CheckLine[] {
  const { mode, ratePerMinute } = admission;
  if (mode === 'PASS' && hasPassKeys === false) {
    const text = 'Buyers need a pass, but the organization has no key to check one.';
    return [{ level: 'bad', text, view: 'on-sale' }];
  }
  if (mode !== 'QUEUE') return [];
  if (ratePerMinute === 0) return [{ level: 'bad', text: 'The queue is paused: nobody is let in.', view: 'on-sale' }];
  if (ratePerMinute === null) {
    const text = 'The queue has no rate: everybody who waits is let in at once when it opens.';
    return [{ level: 'warn', text, view: 'on-sale' }];
  }
  return [{ level: 'good', text: `The queue lets in ${ratePerMinute.toLocaleString('en')} buyers a minute.` }];
}

function datesOf({ hasBegun }: SaleFacts): CheckLine[] {
  return hasBegun === true ? [{ level: 'warn', text: 'The event has begun already.' }] : [];
}

function faceOf({ face }: SaleFacts): CheckLine[] {
  const lines: CheckLine[] = [];
  if (face.title === null) {
    lines.push({ level: 'warn', text: 'The event has no title. Buyers read its name.' });
  }
  if (face.imageUrl === null) lines.push({ level: 'warn', text: 'The event has no picture.' });
  return lines;
}
