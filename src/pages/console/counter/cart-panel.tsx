/** The cart of the sale: places by their names, the sum, and the buttons that sell them or give them back. */
import type { ComponentChild } from 'preact';
import { Button, CloseButton } from '../../shared/components/button.tsx';
import { SelectField, TextField } from '../../shared/components/fields.tsx';
import { Card } from '../../shared/components/frames.tsx';
import { EmptyText, Named } from '../../shared/components/words.tsx';
import type { Plan } from '../../shared/plan.ts';
import { duration } from '../format.ts';
import { text as words } from '../texts.ts';
import { type CartLine, cartSizeOf, linesOf } from './cart.ts';
import { HoldButton } from './hold-button.tsx';
import { sumText } from './money.ts';
import { adviceOn } from './refusals.ts';
import type { Sale } from './sale.ts';
import { SoldPanel } from './sold-panel.tsx';
import { text } from './texts.ts';
import { useSecondsUntil } from './use-sale.ts';
import type { Wares } from './wares.ts';

interface Properties {
  readonly sale: Sale;
  readonly plan: Plan | null;
  readonly wares: Wares;
}

const lengthMax = 255;

export function CartPanel({ sale, plan, wares }: Properties): ComponentChild {
  const { session, heldFor, sold, unanswered, isBusy, reference, name } = sale.state;
  const left = useSecondsUntil(session?.endsAtMs ?? null, () => void sale.look());
  if (sold !== null) return <SoldPanel sold={sold} plan={plan} units={wares.units} onNext={() => sale.next()} />;
  const size = session === null ? 0 : cartSizeOf(session.cart);
  return (
    <Card title={text('cart')} class="till-cart">
      <Notices sale={sale} plan={plan} timeZone={wares.timeZone} />
      {session === null || size === 0 ? (
        <EmptyText>{text('cartIsEmpty')}</EmptyText>
      ) : (
        <>
          <Lines sale={sale} lines={linesOf(session.cart, plan, wares.units)} wares={wares} />
          <p class="sum" role="status">
            <span>{text('placesInCart', { count: size })}</span>
            <strong>{sumText(session)}</strong>
          </p>
          {left !== null && <p class="quiet-text">{text('heldFor', { time: duration(left) })}</p>}
          <TextField
            label={text('customer')}
            hint={text('customerHint')}
            autoComplete="off"
            maxLength={lengthMax}
            value={name}
            onText={(entered) => sale.call({ name: entered })}
          />
          <TextField
            label={words('reference')}
            autoComplete="off"
            spellcheck={false}
            maxLength={lengthMax}
            value={reference}
            onText={(entered) => sale.call({ reference: entered })}
          />
          <Button id="till-sell" look="primary" isOff={isBusy} onPress={() => void sale.sell()}>
            {text('sellFor', { sum: sumText(session) })}
          </Button>
          <div class="row">
            {heldFor !== '' && (
              <Button isOff={isBusy || unanswered !== null} onPress={() => sale.leave()}>
                {text('leaveHeld')}
              </Button>
            )}
            <HoldButton sale={sale} timeZone={wares.timeZone} />
            <Button look="quiet" isOff={isBusy} onPress={() => void sale.cancel()}>
              {text('giveBack')}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}

interface LinesProperties {
  readonly sale: Sale;
  readonly lines: readonly CartLine[];
  readonly wares: Wares;
}

function Lines({ sale, lines, wares }: LinesProperties): ComponentChild {
  const isFrozen = sale.state.session?.state !== 'ACTIVE';
  return (
    <ul class="cart-lines">
      {lines.map((line) => (
        <li key={line.key}>
          <Named text={line.place} />
          <span class="cost">{line.price}</span>
          {!isFrozen && (
            <CloseButton
              label={text('giveBackNamed', { place: line.place })}
              onPress={() => void sale.giveBack(line.selection)}
            />
          )}
          {!isFrozen && <TypeOf line={line} sale={sale} wares={wares} />}
        </li>
      ))}
    </ul>
  );
}

/** The ticket type of a seat, to be changed. Nothing where its price has none. */
function TypeOf({ line: { seat, place }, sale, wares }: { readonly line: CartLine } & Omit<LinesProperties, 'lines'>) {
  const types = wares.prices.find(({ id }) => id === seat?.priceId)?.ticketTypes ?? [];
  if (seat === null || types.length === 0) return null;
  const change = (type: string): void =>
    void sale.take({ seats: [seat.id], ticketTypes: { [seat.id]: type === '' ? null : type } });
  const options = [
    ...(seat.ticketType === undefined ? [{ value: '', label: text('withoutType') }] : []),
    ...types.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <SelectField label={text('typeOf', { place })} options={options} value={seat.ticketType ?? ''} onChoose={change} />
  );
}

interface NoticesProperties {
  readonly sale: Sale;
  readonly plan: Plan | null;
  readonly timeZone: string | null;
}

const said = { over: 'saleIsOver', changed: 'cartHasChanged', found: 'saleIsFound', held: 'placesAreHeld' } as const;

/** Why something did not happen, and what can be done. */
function Notices({ sale, plan, timeZone }: NoticesProperties): ComponentChild {
  const { refused, unanswered, notice, heldFor, isBusy } = sale.state;
  const advice = refused === null ? null : adviceOn(refused, plan, timeZone);
  return (
    <>
      {notice !== null && (
        <p class="notice-box" role="status">
          {notice === 'found' && heldFor !== '' ? text('holdIsFound', { name: heldFor }) : text(said[notice])}
        </p>
      )}
      {unanswered !== null && (
        <div class="notice-box problem" role="alert">
          <span>{text('noAnswer')}</span>
          <Button id="till-again" isOff={isBusy} onPress={() => void sale.tryAgain()}>
            {words('tryAgain')}
          </Button>
        </div>
      )}
      {advice !== null && (
        <div class="notice-box problem" role="alert">
          <span>{advice.text}</span>
          {advice.choices.map(({ label, wish, types }, at) => (
            <Button
              key={label}
              {...(at === 0 ? { id: 'till-instead' } : {})}
              onPress={() => void sale.take(wish, types)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
