/** The hook of the till: what is chosen, and what a press takes. */
import { useState } from 'preact/hooks';
import type { SeatMap } from '../seat-map.ts';
import { placesIn, seatsIn } from './cart.ts';
import type { Tally } from './choice-panel.tsx';
import type { Wish } from './counter-calls.ts';
import type { Sale } from './sale.ts';
import { type Hall, useHall } from './use-hall.tsx';
import { useSale } from './use-sale.ts';
import { type Offer, offersOf, type Wares } from './wares.ts';

interface Till {
  readonly sale: Sale;
  readonly hall: Hall;
  readonly offers: readonly Offer[];
  /** As it is written in the field. */
  readonly count: string;
  readonly section: number | null;
  readonly tally: Tally | null;
  /** Whether the till has its keys. */
  readonly hasKeys: boolean;
  onCount(count: string): void;
  onSection(section: number | null): void;
  onOffer(offer: Offer): void;
  /** Takes what was counted; null: forgets it. */
  onTally(tally: Tally | null): void;
  onWish(wish: Wish): void;
  onKeys(isOn: boolean): void;
}

const keysName = 'usher-till-keys';
const countMax = 1_000;

export function useTill(eventId: string, wares: Wares): Till {
  const sale = useSale(eventId);
  const [count, onCount] = useState('1');
  const [section, onSection] = useState<number | null>(null);
  const [tally, setTally] = useState<Tally | null>(null);
  const [hasKeys, setHasKeys] = useState(() => localStorage.getItem(keysName) !== 'off');
  const hall = useHall(eventId, seatsIn(sale.state.session), (seat, map) => pressSeat(sale, seat, map));
  const offers = offersOf(wares, hall.map?.board ?? null, section);
  const number = numberIn(count);
  const take = async (wish: Wish, types: readonly string[] = []): Promise<void> => {
    setTally(null);
    await sale.take(wish, types);
    onCount('1');
  };
  const best = (priceId: number, howMany: number): Wish => ({
    bestAvailable: { count: howMany, priceIds: [priceId], ...(section === null ? {} : { sectionIds: [section] }) },
  });
  const onOffer = (offer: Offer): void => {
    const { area, priceId, ticketType } = offer;
    if (number === null) return;
    if (area !== null) {
      const capacity = placesIn(sale.state.session?.cart, area, ticketType) + number;
      void take({ groupOfSeats: [{ id: area, capacity, ...(ticketType === null ? {} : { ticketType }) }] });
    } else if (ticketType === null) void take(best(priceId, number));
    else setTally(counted(tally, priceId, ticketType, number));
  };
  const onTally = (chosen: Tally | null): void => {
    const types = [...(chosen?.counts ?? [])].flatMap(([type, howMany]) => Array.from({ length: howMany }, () => type));
    if (chosen === null) setTally(null);
    else void take(best(chosen.priceId, types.length), types);
  };
  const onKeys = (isOn: boolean): void => {
    localStorage.setItem(keysName, isOn ? 'on' : 'off');
    setHasKeys(isOn);
  };
  const chosen = { count, section, tally, hasKeys };
  return { sale, hall, offers, ...chosen, onCount, onSection, onOffer, onTally, onWish: take, onKeys };
}

function numberIn(count: string): number | null {
  const number = Number(count);
  return Number.isInteger(number) && number >= 1 && number <= countMax ? number : null;
}

function counted(tally: Tally | null, priceId: number, type: string, number: number): Tally {
  const before = tally?.priceId === priceId ? tally.counts : [];
  return { priceId, counts: new Map([...before, [type, number]]) };
}

/** A free seat is taken, one of the cart is given back: with its unit, where that is sold whole. */
function pressSeat(sale: Sale, seat: number, map: SeatMap): void {
  const id = map.plan?.ids[seat];
  if (id === undefined) return;
  const unit = map.units.of(seat);
  const selection = unit === undefined ? { seats: [id] } : { units: [unit.id] };
  if (seatsIn(sale.state.session).includes(id)) void sale.giveBack(selection);
  else void sale.take(selection);
}
