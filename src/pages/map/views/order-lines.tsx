/** The units, the seats and the places in an order, one line each. A line shows its place on the map, and can be given back. */
import type { ComponentChild } from 'preact';
import { CloseButton, PlainButton } from '../../shared/components/button.tsx';
import { Named } from '../../shared/components/words.tsx';
import type { CartArea, CartSeat } from '../answers.ts';
import { cartParts } from '../cart-parts.ts';
import { cartOf, type ShopState } from '../shop.ts';
import { text } from '../texts.ts';
import { numberText, priceText, seatInSection, seatName, sectionName } from '../words.ts';
import type { Actions } from './actions.ts';
import { SeriesDot } from './series-dot.tsx';
import { TypeChoice } from './type-choice.tsx';
import { UnitLine } from './unit-line.tsx';

interface LinesProperties {
  readonly state: ShopState;
  /** Null: the lines are only read. */
  readonly actions: Actions | null;
}

export function OrderLines(view: LinesProperties): ComponentChild {
  const cart = cartOf(view.state);
  return (
    <ul class="lines" aria-labelledby="order-title">
      {cartParts(view.state, cart).map((part) =>
        part.kind === 'unit' ? (
          <UnitLine key={`u${part.unit.id}`} {...part} {...view} />
        ) : (
          <SeatLine key={`s${part.line.id}`} line={part.line} {...view} />
        ),
      )}
      {cart.groupOfSeats.map((line) => (
        <AreaLine key={`a${line.id} ${line.ticketType ?? ''}`} line={line} {...view} />
      ))}
    </ul>
  );
}

function SeatLine({ state, actions, line }: LinesProperties & { readonly line: CartSeat }): ComponentChild {
  const { plan } = state;
  const seat = plan?.seatById.get(line.id);
  if (plan === null || seat === undefined)
    return <Line state={state} line={line} title={text('seatLabel', { label: String(line.id) })} />;
  return (
    <Line
      state={state}
      line={line}
      title={seatInSection(plan, seat)}
      details={sectionName(plan, seat)}
      price={line.unoccupied === true ? text('noGuest') : priceText(line)}
      name={seatName(plan, seat)}
      onShow={actions === null ? null : () => actions.show({ kind: 'seat', seat })}
      actions={actions}
      onRemove={actions === null ? null : () => actions.giveBack([seat])}
    />
  );
}

function AreaLine({ state, actions, line }: LinesProperties & { readonly line: CartArea }): ComponentChild {
  const sector = state.plan?.sectorById.get(line.id);
  const canShow = actions !== null && sector !== undefined;
  return (
    <Line
      state={state}
      line={line}
      title={state.plan?.sectors[sector ?? -1]?.name ?? text('standing')}
      details={text('places', { count: line.capacity })}
      price={`${numberText(line.capacity)} × ${priceText(line)}`}
      actions={actions}
      onShow={canShow ? () => actions.show({ kind: 'area', sector }) : null}
      onRemove={actions === null ? null : () => actions.changePlaces(line.id, -line.capacity, line.ticketType ?? null)}
    />
  );
}

interface LineProperties {
  readonly state: ShopState;
  readonly line: CartSeat | CartArea;
  /** Null or absent: the line is only read. */
  readonly actions?: Actions | null;
  readonly title: string;
  readonly details?: string;
  readonly price?: string;
  /** Of the whole line, for screen readers; absent: the title. */
  readonly name?: string;
  /** Null: it has no place on the map, or cannot be given back. */
  readonly onShow?: (() => void) | null;
  readonly onRemove?: (() => void) | null;
}

function Line(properties: LineProperties): ComponentChild {
  const { state, line, title, details = '', price = priceText(line), name = title, onShow = null } = properties;
  const { onRemove = null, actions = null } = properties;
  const isChoosing = actions !== null && state.stage === 'choosing';
  const words = [<Named key="title" as="strong" text={title} />, <Named key="details" as="small" text={details} />];
  return (
    <li class="line">
      <SeriesDot place={state.offer?.prices.findIndex(({ id }) => id === line.priceId) ?? -1} />
      {onShow === null ? (
        <span class="line__name">{words}</span>
      ) : (
        <PlainButton class="line__name line__name--pressed" title={text('showOnMap')} onPress={onShow}>
          {words}
        </PlainButton>
      )}
      <span class="line__cost">
        <Named text={price} class="line__price" />
        {isChoosing && line.unoccupied !== true && (
          <TypeChoice state={state} line={line} label={text('ticketTypeOf', { name })} take={actions.take} />
        )}
        {!isChoosing && line.ticketTypeName !== undefined && <Named as="small" text={line.ticketTypeName} />}
      </span>
      {onRemove !== null && state.stage === 'choosing' && (
        <CloseButton label={text('giveBackPlace', { name })} onPress={onRemove} />
      )}
    </li>
  );
}
