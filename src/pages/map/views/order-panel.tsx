/**
 * The order with its bar. On a narrow screen the order is a sheet at the lower edge: the bar opens it, and says what it
 * holds while it is closed. A wide screen shows the order alone.
 */
import type { ComponentChild } from 'preact';
import { Button, PlainButton } from '../../shared/components/button.tsx';
import { ticketCount } from '../cart-parts.ts';
import { text } from '../texts.ts';
import { beside, clockText, orderTotalText } from '../words.ts';
import { headingOf, Order, type OrderProperties } from './order.tsx';

interface PanelProperties extends OrderProperties {
  /** Of the sheet. */
  readonly isOpen: boolean;
}

export function OrderPanel({ isOpen, ...order }: PanelProperties): ComponentChild {
  const { state, actions } = order;
  return [
    <div key="bar" class="bar">
      <Handle isOpen={isOpen} {...order} />
      {!isOpen && state.stage === 'choosing' && ticketCount(state) > 0 && (
        <Button look="primary" onPress={actions.checkOut}>
          {text('checkOut')}
        </Button>
      )}
    </div>,
    <div key="body" id="order-body" class="order-body">
      <Order {...order} />
    </div>,
  ];
}

function Handle({ state, actions, secondsLeft, isOpen }: PanelProperties): ComponentChild {
  const size = ticketCount(state);
  const amount = orderTotalText(state);
  const held = size === 0 ? [] : [text('tickets', { count: size }), ...(amount === '' ? [] : [amount])];
  const isChoosing = state.stage === 'choosing';
  const heading = isChoosing && size > 0 ? beside(held) : headingOf(state);
  const details = [
    ...(isChoosing && size === 0 ? [text('orderIsEmpty')] : []),
    ...(isChoosing ? [] : held),
    ...(secondsLeft === null ? [] : [text('timeLeft', { time: clockText(secondsLeft) })]),
  ];
  return (
    <PlainButton
      id="order-handle"
      class="handle"
      aria-expanded={isOpen}
      aria-controls="order-body"
      onPress={() => actions.openOrder(!isOpen)}
    >
      <span class="handle__sign" aria-hidden="true" />
      <span class="handle__words">
        {heading !== text('orderTitle') && <span class="visually-hidden">{text('orderTitle')}: </span>}
        <strong>{heading}</strong>
        <small>{beside(details)}</small>
      </span>
    </PlainButton>
  );
}
