/** The choice of a line's ticket type, where its price has any: a plain select in the order. Changes the line at once. */
import type { ComponentChild } from 'preact';
import type { CartArea, CartSeat, Wish } from '../answers.ts';
import { cartOf, type ShopState } from '../shop.ts';
import { beside, priceText } from '../words.ts';

interface TypeChoiceProperties {
  readonly state: ShopState;
  readonly line: CartSeat | CartArea;
  /** For screen readers. */
  readonly label: string;
  readonly take: (wish: Wish) => void;
}

/** The price itself has no type. */
const ofPrice = '';

/** Whether the price of a line has ticket types. */
export function hasTypes({ offer }: ShopState, { priceId }: CartSeat): boolean {
  const price = offer?.priceById(priceId);
  return price?.currency !== undefined && price.ticketTypes.length > 0;
}

/** Nothing for a price without ticket types. */
export function TypeChoice({ state, line, label, take }: TypeChoiceProperties): ComponentChild {
  const price = state.offer?.priceById(line.priceId) ?? null;
  if (price?.currency === undefined || !hasTypes(state, line)) return null;
  const { currency, ticketTypes } = price;
  const chosen = line.ticketType ?? ofPrice;
  const options = [
    { value: ofPrice, label: priceText({ priceName: price.name, amount: price.minorUnits, currency }) },
    ...ticketTypes.map(({ id, name: type, amount }) => ({
      value: id,
      label: beside([type, priceText({ priceName: price.name, amount, currency })]),
    })),
  ];
  // The price may have lost the type since the line captured it.
  if (options.every(({ value }) => value !== chosen)) {
    options.push({ value: chosen, label: beside([line.ticketTypeName ?? chosen, priceText(line)]) });
  }
  const choose = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    if (value !== chosen) take(wishFor(state, line, value === ofPrice ? null : value));
  };
  return (
    <select class="line__type" aria-label={label} value={chosen} onChange={choose}>
      {options.map(({ value, label: type }) => (
        <option key={value} value={value}>
          {type}
        </option>
      ))}
    </select>
  );
}

/** All places of an area's line change to the other type, beside those that have it already. */
function wishFor(state: ShopState, line: CartSeat | CartArea, ticketType: string | null): Wish {
  const { id } = line;
  if (!('capacity' in line)) return { seats: [id], ticketTypes: { [String(id)]: ticketType } };
  const others = cartOf(state).groupOfSeats.find(
    (other) => other.id === id && (other.ticketType ?? null) === ticketType,
  );
  return {
    groupOfSeats: [
      { id, capacity: 0, ticketType: line.ticketType ?? null },
      { id, capacity: line.capacity + (others?.capacity ?? 0), ticketType },
    ],
  };
}
