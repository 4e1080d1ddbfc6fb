/**
 * The invariants of an event's inventory and sessions, checked seat by seat. Returns a line of text for each broken
 * rule, and none if all hold.
 */
import type { EventState } from '#domain/event-state.ts';
import { seatStates } from '#domain/seats/inventory.ts';
import { cartSize, isLive, type Session } from '#domain/session/session.ts';

export function brokenRules(state: EventState, maxSeats: number): string[] {
  return [
    ...seatRules(state),
    ...cartRules(state),
    ...areaRules(state),
    ...ticketRules(state),
    ...buyerRules(state),
    ...sessionRules(state, maxSeats),
  ];
}

function seatRules(state: EventState): string[] {
  const broken = seatStates
    .filter((name) => state.seats.counts[name] !== state.seats.bitmapOf(name).count())
    .map((name) => `broken rule: ${state.seats.counts[name]} seats are ${name}`);
  for (let seat = 0; seat < state.seats.size; seat++) {
    const states = seatStates.filter((name) => state.seats.bitmapOf(name).has(seat));
    const isRemoved = state.seats.removed.has(seat);
    if (states.length !== (isRemoved ? 0 : 1)) {
      broken.push(`seat ${seat} is ${[...states, ...(isRemoved ? ['removed'] : [])].join(' and ') || 'in no state'}`);
    }
    const isLeaving = state.seats.leaving.has(seat);
    if (isLeaving && (isRemoved || states[0] === 'ACTIVE')) broken.push(`seat ${seat} should have left`);
    const owner = state.seats.ownerOf(seat);
    if (isRemoved) {
      if (owner !== 0 || state.seats.priceSlotOf(seat) !== 0)
        broken.push(`seat ${seat} is removed and has an owner or a price`);
      continue;
    }
    if (states[0] === 'ACTIVE' && owner !== 0) broken.push(`seat ${seat} is ACTIVE and has the owner ${owner}`);
    if (states[0] !== 'SOLD' && states[0] !== 'ACTIVE' && owner === 0)
      broken.push(`seat ${seat} is held and has no owner`);
    if (owner < 0 && !state.locks.has(-owner)) broken.push(`seat ${seat} has a lock that does not exist`);
    const holder = state.sessionsByOrdinal.get(owner);
    if (holder && !holder.seats.some((line) => line.seat === seat)) broken.push(`seat ${seat} is in no cart`);
  }
  return broken;
}

function cartRules(state: EventState): string[] {
  return [...state.sessions.values()].flatMap((session) => {
    const expected = isLive(session) ? 'LOCKED' : 'SOLD';
    const { lost } = session;
    return session.seats.flatMap(({ seat, id }) => {
      if (lost?.seats.includes(seat)) {
        return state.seats.ownerOf(seat) === session.ordinal ? [`seat ${seat} is lost and held by ${session.id}`] : [];
      }
      const isOwned = state.seats.ownerOf(seat) === session.ordinal;
      // A sale can be reverted; the cart of a CONFIRMED session then only records the purchase.
      const isConsistent = isOwned ? state.seats.stateOf(seat) === expected : session.state === 'CONFIRMED';
      return isConsistent && state.seatMap.idAt(seat) === id
        ? []
        : [`seat ${seat} is in the cart of ${session.id} and ${state.seats.stateOf(seat)}`];
    });
  });
}

function areaRules(state: EventState): string[] {
  return state.areas.flatMap((area, index) => {
    const sum = (sessions: readonly Pick<Session, 'areas' | 'lost'>[]): number =>
      sessions
        .flatMap(({ areas, lost }) => areas.filter((line) => !lost?.areas.includes(line.area)))
        .reduce((total, line) => total + (line.area === index ? line.capacity : 0), 0);
    const sessions = [...state.sessions.values()];
    const confirmed = sessions.filter((one) => one.state === 'CONFIRMED');
    const bought = (session: Session): number => sum([{ areas: session.areas }]);
    const owners: number[] = [];
    let owned = 0;
    area.purchases.forEach((session, places) => {
      owners.push(session);
      owned += places;
    });
    const locks = [...state.locks.values()].filter((lock) => lock.area === index);
    const places = (isBlocking: boolean): number =>
      locks.filter((lock) => lock.isBlocking === isBlocking).reduce((total, { remaining }) => total + remaining, 0);
    const { available, held, locked, blocked, sold, withheld, soldPrivately, capacity, leaving } = area;
    const deadlines = area.locks.map((lock) => state.lockAt(lock).deadline ?? Number.POSITIVE_INFINITY);
    const rules: [string, boolean][] = [
      ['adds up', available + held + locked + blocked + sold + withheld === capacity + leaving],
      ['offers nothing while places are leaving', leaving === 0 || available + withheld === 0],
      ['has no capacity once it is removed', !area.isRemoved || capacity === 0],
      ['is sized by the event only while it has places', !area.isSizedByEvent || (capacity > 0 && !area.isRemoved)],
      ['is never negative', Math.min(available, held, locked, blocked, sold, withheld, soldPrivately) >= 0],
      ['has as many places held as live carts hold', held === sum(sessions.filter(isLive))],
      ['has as many places sold to sessions as they own', sold - soldPrivately === owned],
      [
        'is owned by confirmed sessions only',
        sessions.every((one) => confirmed.includes(one) || !owners.includes(one.ordinal)),
      ],
      [
        'has for each session at most the places that its cart bought',
        confirmed.every((one) => area.purchases.placesOf(one.ordinal) <= bought(one)),
      ],
      ['has as many places locked and blocked as its locks hold', locked === places(false) && blocked === places(true)],
      ['lists its locks once', area.locks.length === locks.length],
      ['lists the earliest lock first', deadlines.every((deadline, at) => at === 0 || deadlines[at - 1]! <= deadline)],
    ];
    return rules.filter(([, holds]) => !holds).map(([rule]) => `broken rule: area ${area.id} ${rule}`);
  });
}

/** Ticket types: every line of a live cart is counted once, and nothing that is free. */
function ticketRules(state: EventState): string[] {
  const { tickets } = state;
  const { captures = [], seats = [], seatCaptures = [], places = [] } = tickets.image() ?? {};
  const broken: string[] = [];
  for (const seat of seats)
    if (state.seats.available.has(seat)) broken.push(`seat ${seat} is free and has a ticket type`);
  const counts = new Map<string, number>();
  const count = (at: number | undefined, amount: number): void => {
    const { id, ticketType } = captures[at ?? -1] ?? {};
    const name = `${id} ${ticketType?.id}`;
    counts.set(name, (counts.get(name) ?? 0) + amount);
  };
  for (const at of seatCaptures) count(at, 1);
  for (const [, , at, amount] of places) count(at, amount);
  for (const { id, ticketType } of captures) {
    const counted = counts.get(`${id} ${ticketType?.id}`);
    if (tickets.countOf(id, ticketType?.id ?? '') !== counted)
      broken.push(`type ${ticketType?.id} of price ${id} is miscounted`);
  }
  for (const session of state.sessions.values()) {
    if (!isLive(session)) continue;
    const { ordinal, lost } = session;
    for (const { seat, price } of session.seats) {
      if (lost?.seats.includes(seat)) continue;
      if (tickets.ofSeat(seat)?.ticketType?.id !== price.ticketType?.id)
        broken.push(`seat ${seat} has another ticket type`);
    }
    for (const { area, price, capacity } of session.areas) {
      if (lost?.areas.includes(area) || price.ticketType === undefined) continue;
      if (tickets.placesOf(area, ordinal, price) !== capacity) broken.push(`area ${area} has other ticket types`);
    }
  }
  return broken;
}

/** A buyer has what its sessions hold and own. */
function buyerRules(state: EventState): string[] {
  const { buyers } = state;
  return [...state.sessions.values()].flatMap((session) => {
    const { ordinal, buyer, areas, lost } = session;
    if (buyer === undefined) return buyers.ofSession(ordinal) === 0 ? [] : [`session ${session.id} has no buyer`];
    let owned = state.seats.owners.reduce((count, owner) => (owner === ordinal ? count + 1 : count), 0);
    for (const [area, { purchases }] of state.areas.entries()) {
      if (!isLive(session)) owned += purchases.placesOf(ordinal);
      else if (!lost?.areas.includes(area))
        owned += areas.reduce((sum, line) => (line.area === area ? sum + line.capacity : sum), 0);
    }
    return buyers.ofSession(ordinal) === owned
      ? []
      : [`broken rule: session ${session.id} has ${owned} places of its buyer`];
  });
}

function sessionRules(state: EventState, maxSeats: number): string[] {
  const sessions = [...state.sessions.values()];
  const rules: [string, (session: Session) => boolean][] = [
    [
      'holds at most the maximum',
      (session) =>
        cartSize(session) <= (session.counter === true ? 500 : Math.min(session.maxSeats ?? maxSeats, maxSeats)),
    ],
    [
      'is empty once it is over',
      ({ state: name, seats, areas }) => !['CANCELLED', 'EXPIRED'].includes(name) || seats.length + areas.length === 0,
    ],
    ['has a deadline while it lives', (session) => isLive(session) === (session.deadline !== null)],
    ['has no cart line without places', ({ areas }) => areas.every((line) => line.capacity > 0)],
    [
      'loses lines of its cart while it lives',
      (session) =>
        session.lost === undefined ||
        (isLive(session) &&
          session.lost.seats.length + session.lost.areas.length > 0 &&
          session.lost.seats.every((seat) => session.seats.filter((line) => line.seat === seat).length === 1) &&
          session.lost.areas.every((area) => session.areas.filter((line) => line.area === area).length === 1)),
    ],
    ['is found by its ordinal', (session) => state.sessionsByOrdinal.get(session.ordinal) === session],
  ];
  const broken = sessions.flatMap((session) =>
    rules.filter(([, holds]) => !holds(session)).map(([rule]) => `broken rule: session ${session.id} ${rule}`),
  );
  const empty = sessions.filter(
    ({ state: name, seats, areas }) => name === 'ACTIVE' && seats.length + areas.length === 0,
  );
  const ordinals = empty.map(({ ordinal }) => ordinal).sort((a, b) => a - b);
  if (`${state.emptySessions.smallest(Number.POSITIVE_INFINITY)}` !== `${ordinals}`)
    broken.push('the list of empty sessions is wrong');
  if (state.emptySessions.size !== empty.length) broken.push('the number of empty sessions is wrong');
  for (const name of ['ACTIVE', 'PENDING_PAYMENT'] as const) {
    const found = sessions.filter((session) => session.state === name).length;
    if (state.liveSessions[name] !== found)
      broken.push(`broken rule: ${state.liveSessions[name]} sessions are ${name}`);
  }
  const referenced = sessions.filter((session) => session.state === 'CONFIRMED' && session.reference !== null);
  const holders = new Map(referenced.map((session) => [session.reference, session.id]));
  if (holders.size !== referenced.length) broken.push('two confirmed sessions have one reference');
  for (const [reference, id] of holders) {
    if (state.references.get(reference as string) !== id) broken.push(`the reference of ${id} is not known`);
  }
  if (state.references.size !== holders.size) broken.push('a reference is kept that no confirmed session has');
  return broken;
}
