/** An exchange of a purchase: lines are chosen to be given back, seats on the map and places to be taken, and a question shows both sides. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { CheckField, NumberField, SelectField } from '../../shared/components/fields.tsx';
import type { Plan } from '../../shared/plan.ts';
import { Ask } from '../ask.tsx';
import { useDesk } from '../desk.ts';
import type { SeatMap } from '../seat-map.ts';
import { text as words } from '../texts.ts';
import { advised, differenceText } from './advised.ts';
import { type CartLine, linesOf } from './cart.ts';
import { keyed, newKey, type PrivateSession } from './counter-calls.ts';
import { Side } from './side.tsx';
import { differenceOf, exchangeOf, givenLines, noSwap, type Swap, takenCart } from './swap.ts';
import { text } from './texts.ts';
import { useHall } from './use-hall.tsx';
import { type Offer, offersOf, type Wares } from './wares.ts';

interface Properties {
  readonly eventId: string;
  readonly session: PrivateSession;
  readonly plan: Plan | null;
  readonly wares: Wares;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

export function Exchanging({ eventId, session, plan, wares, onDone, onCancel }: Properties): ComponentChild {
  const { service, tell, open } = useDesk();
  const [swap, setSwap] = useState<Swap>(noSwap);
  const change = (changes: Partial<Swap>): void => setSwap((before) => ({ ...before, ...changes }));
  const hall = useHall(eventId, [...swap.seats.keys()], (seat, map) =>
    change({ seats: toggled(swap.seats, pressed(seat, map, wares)) }),
  );
  const areas = offersOf(wares, hall.map?.board ?? null, null).filter(({ area }) => area !== null);
  const lines = linesOf(session.cart, plan, wares.units);
  const given = givenLines(lines, swap);
  const cart = takenCart(swap, wares, areas);
  const taken = linesOf(cart, plan, wares.units);
  const difference = differenceOf(given, taken);
  const said = difference === null ? '' : differenceText({ ...difference, total: 0 });
  const key = newKey();
  const exchange = async (): Promise<null> => {
    const options = { params: { path: { id: session.id } }, body: exchangeOf(given, cart), headers: keyed(key) };
    const call = () => service.ask((client) => client.POST('/api/private/v2.0/session/{id}/exchange', options));
    const { exchanged } = await advised(call, plan, wares.timeZone);
    tell(text('exchangeDone', { difference: exchanged === undefined ? '' : differenceText(exchanged) }));
    onDone();
    return null;
  };
  const ask = (): void =>
    open(
      <Ask title={text('exchangeQuestion')} action={text('exchange')} look="danger" onAction={exchange}>
        <Side title={text('givenBack')} lines={given} />
        <Side title={text('takenInstead')} lines={taken} />
        {said !== '' && <strong>{said}</strong>}
      </Ask>,
    );
  return (
    <div class="exchanging">
      <div class="stack">
        <fieldset class="form">
          <legend>{text('whatIsGivenBack')}</legend>
          {lines.map((line) => (
            <GivenLine key={line.key} line={line} swap={swap} onChange={change} />
          ))}
        </fieldset>
        <TakenFields taken={taken} areas={areas} swap={swap} wares={wares} onChange={change} />
        <p role="status">{said !== '' && <strong>{said}</strong>}</p>
        <div class="row">
          <Button look="primary" isOff={given.length === 0 && taken.length === 0} onPress={ask}>
            {text('exchangeAsk')}
          </Button>
          <Button look="quiet" onPress={onCancel}>
            {words('cancel')}
          </Button>
        </div>
      </div>
      {hall.picture}
    </div>
  );
}

interface ChangeProperties {
  readonly swap: Swap;
  readonly onChange: (changes: Partial<Swap>) => void;
}

/** Some of the places of an area, or all of another line. */
function GivenLine({ line, swap, onChange }: ChangeProperties & { readonly line: CartLine }): ComponentChild {
  const give = (places: number): void => onChange({ given: new Map([...swap.given, [line.key, places]]) });
  const places = swap.given.get(line.key) ?? 0;
  if (line.selection.groupOfSeats && line.places > 1) {
    const enter = (entered: string): void => give(Math.min(numberIn(entered), line.places));
    return <NumberField label={line.place} value={places === 0 ? '' : String(places)} onText={enter} />;
  }
  const label = words('placeAtPrice', { place: line.place, price: line.price });
  return <CheckField label={label} isChecked={places > 0} onCheck={(isOn) => give(isOn ? line.places : 0)} />;
}

interface TypesProperties extends ChangeProperties {
  readonly taken: readonly CartLine[];
  readonly wares: Wares;
}

interface TakenProperties extends TypesProperties {
  readonly areas: readonly Offer[];
}

/** Places of areas by their number, and the seats that were pressed on the map. */
function TakenFields({ areas, ...rest }: TakenProperties): ComponentChild {
  const { taken, swap, onChange } = rest;
  return (
    <fieldset class="form">
      <legend>{text('whatIsTaken')}</legend>
      <p class="quiet-text">{text('pickOnMap')}</p>
      {areas.map((offer) => (
        <NumberField
          key={offer.key}
          label={words('placeAtPrice', { place: offer.name, price: offer.cost })}
          value={String(swap.places.get(offer.key) || '')}
          onText={(entered) => onChange({ places: new Map([...swap.places, [offer.key, numberIn(entered)]]) })}
        />
      ))}
      <Side title={text('takenInstead')} lines={taken} />
      <Types {...rest} />
    </fieldset>
  );
}

/** The ticket types of the seats that are taken, where their prices have some. */
function Types({ taken, swap, wares, onChange }: TypesProperties): ComponentChild {
  return taken.map(({ seat, place, key }) => {
    const types = wares.prices.find(({ id }) => id === seat?.priceId)?.ticketTypes ?? [];
    if (seat === null || types.length === 0) return null;
    const { id, priceId, ticketType = '' } = seat;
    return (
      <SelectField
        key={key}
        label={text('typeOf', { place })}
        options={types.map((type) => ({ value: type.id, label: type.name }))}
        value={ticketType}
        onChoose={(type) => onChange({ seats: new Map([...swap.seats, [id, { priceId, ticketType: type }]]) })}
      />
    );
  });
}

/** The free seats that a press takes: all of a table that is sold whole. */
function pressed(seat: number, { plan, board }: SeatMap, { units, prices }: Wares): Swap['seats'] {
  const id = plan?.ids[seat] ?? 0;
  const all = units.find(({ seats }) => seats.includes(id))?.seats ?? [id];
  return new Map(
    all.flatMap((one) => {
      const at = plan?.seatById.get(one);
      const priceId = at === undefined || board?.kindAt(at) !== 'available' ? null : (board.entry(at)?.priceId ?? null);
      const price = prices.find((known) => known.id === priceId);
      return priceId === null ? [] : [[one, { priceId, ticketType: price?.ticketTypes?.[0]?.id ?? null }] as const];
    }),
  );
}

function toggled(before: Swap['seats'], seats: Swap['seats']): Swap['seats'] {
  const isOn = [...seats.keys()].some((id) => !before.has(id));
  return new Map(isOn ? [...before, ...seats] : [...before].filter(([id]) => !seats.has(id)));
}

function numberIn(entered: string): number {
  const number = Number(entered);
  return Number.isInteger(number) && number > 0 ? number : 0;
}
