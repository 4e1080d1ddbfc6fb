/**
 * The buyer's order: its seats and places, the time left, the total, and the next step. Draws the state, decides
 * nothing.
 */
import type { ComponentChild } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { Named } from '../../shared/components/words.tsx';
import { ticketCount } from '../cart-parts.ts';
import { cartSize, type ShopState } from '../shop.ts';
import { text, texts } from '../texts.ts';
import { clockText, orderTotalText } from '../words.ts';
import { AccessibleForm } from './accessible-form.tsx';
import type { ViewProperties } from './actions.ts';
import { Areas } from './areas.tsx';
import { BestForm } from './best-form.tsx';
import { OrderLines } from './order-lines.tsx';

/** From so many seconds on, the time left is shown as a warning. */
const lowSeconds = 120;

export interface OrderProperties extends ViewProperties {
  /** Null without a deadline. */
  readonly secondsLeft: number | null;
}

export function Order(view: OrderProperties): ComponentChild {
  const { state, secondsLeft } = view;
  const [beforeTime, afterTime] = texts.around('timeLeft', 'time');
  return (
    // Keyed: with the stage every button is another one, so that none changes its meaning under the focus.
    <div key={state.stage} class={`order order--${state.stage}`}>
      <div class="order__head">
        <h2 id="order-title" tabIndex={-1}>
          {headingOf(state)}
        </h2>
        {secondsLeft !== null && (
          <p
            class={`timer${secondsLeft <= lowSeconds ? ' timer--low' : ''}`}
            role="timer"
            aria-label={text('timeLeftLabel')}
          >
            {beforeTime !== '' && <small>{beforeTime}</small>}
            <strong>{clockText(secondsLeft)}</strong>
            {afterTime !== '' && <small>{afterTime}</small>}
          </p>
        )}
      </div>
      <Body {...view} />
    </div>
  );
}

/** The heading of the order, which says its stage. */
export function headingOf(state: ShopState): string {
  if (state.stage === 'paying') return text('payingTitle');
  if (state.stage === 'confirmed') return text('confirmedTitle');
  return state.stage === 'over' ? endWords(state).title : text('orderTitle');
}

/** Why the order has ended. */
export function endWords({ session }: Pick<ShopState, 'session'>) {
  const isCancelled = session?.state === 'CANCELLED';
  return isCancelled
    ? { title: text('cancelledTitle'), why: text('cancelledText'), said: text('cancelledSaid') }
    : { title: text('timeOverTitle'), why: text('timeOverText'), said: text('timeOverSaid') };
}

function Body(view: OrderProperties): ComponentChild {
  const { stage } = view.state;
  if (stage === 'paying') return <Paying {...view} />;
  if (stage === 'confirmed') return <Confirmed {...view} />;
  return stage === 'over' ? <Over {...view} /> : <Choosing {...view} />;
}

function Choosing({ state, actions, secondsLeft }: OrderProperties): ComponentChild {
  const size = cartSize(state);
  const isLow = secondsLeft !== null && secondsLeft <= lowSeconds && size > 0;
  return [
    <div key="scroll" class="order__scroll">
      {isLow && <p class="hint hint--warning">{text('checkOutSoon')}</p>}
      {size === 0 ? <p class="hint">{text('emptyOrder')}</p> : <OrderLines state={state} actions={actions} />}
      {size >= state.maxSeats && (
        <p class="hint">
          {text(size > ticketCount(state) ? 'orderLimitWithEmptySeats' : 'orderLimit', { count: state.maxSeats })}
        </p>
      )}
      <BestForm state={state} actions={actions} />
      <AccessibleForm state={state} actions={actions} />
      <Areas state={state} actions={actions} />
    </div>,
    size > 0 && (
      <div key="foot" class="order__foot">
        <Total state={state} />
        <Button look="primary" onPress={actions.checkOut}>
          {text('checkOut')}
        </Button>
        <Button look="quiet" onPress={() => actions.ask(true)}>
          {text('giveBackAll')}
        </Button>
      </div>
    ),
  ];
}

function Total({ state }: Pick<ViewProperties, 'state'>): ComponentChild {
  return (
    <p class="total">
      <span>{text('tickets', { count: ticketCount(state) })}</span>
      <strong dir="auto">{orderTotalText(state)}</strong>
    </p>
  );
}

function Paying({ state, actions }: ViewProperties): ComponentChild {
  const isPaidElsewhere = (state.face?.returnUrl ?? null) !== null;
  return [
    <div key="scroll" class="order__scroll">
      <p class="hint">{text('paying')}</p>
      <p class="progress" role="status">
        <span class="progress__dot" aria-hidden="true" />
        {text('awaitingConfirmation')}
      </p>
      <OrderLines state={state} actions={actions} />
    </div>,
    <div key="foot" class="order__foot">
      <Total state={state} />
      {isPaidElsewhere && (
        <Button look="primary" onPress={actions.pay}>
          {text('goToPayment')}
        </Button>
      )}
      <Button look="quiet" onPress={() => actions.ask(true)}>
        {text('cancelOrder')}
      </Button>
    </div>,
  ];
}

function Confirmed({ state, actions }: ViewProperties): ComponentChild {
  const { reference } = state;
  const [beforeNumber, afterNumber] = texts.around('orderNumber', 'reference');
  return [
    <div key="scroll" class="order__scroll">
      <p class="success" role="status">
        <span class="success__sign" aria-hidden="true">
          ✓
        </span>
        {text('confirmed')}
      </p>
      {reference !== null && (
        <p class="reference">
          {beforeNumber}
          <Named as="strong" text={reference} />
          {afterNumber}
        </p>
      )}
      <OrderLines state={state} actions={null} />
    </div>,
    <div key="foot" class="order__foot">
      <Total state={state} />
      <Button onPress={actions.again}>{text('buyMore')}</Button>
    </div>,
  ];
}

function Over({ state, actions }: ViewProperties): ComponentChild {
  return [
    <div key="scroll" class="order__scroll">
      <p class="hint" role="status">
        {endWords(state).why}
      </p>
    </div>,
    <div key="foot" class="order__foot">
      {state.lost !== null && (
        <Button look="primary" onPress={actions.takeAgain}>
          {text('takeSameAgain')}
        </Button>
      )}
      <Button look={state.lost === null ? 'primary' : 'plain'} onPress={actions.again}>
        {text('chooseAgain')}
      </Button>
    </div>,
  ];
}
