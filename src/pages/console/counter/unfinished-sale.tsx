/**
 * A hold comes to the till, and the question before it where another sale is there: that one is never replaced in silence. It is gone
 * back to, kept as a hold of its own, or given back. Another hold stays held, so it needs no question.
 */
import type { ComponentChild } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { DialogFrame } from '../../shared/components/dialogs.tsx';
import { useAction } from '../../shared/components/use-action.ts';
import type { Desk } from '../desk.ts';
import { useDesk } from '../desk.ts';
import { Failure } from '../failure.tsx';
import { requireEffect } from './advised.ts';
import { cartSizeOf } from './cart.ts';
import { CounterCalls, newKey } from './counter-calls.ts';
import { HoldForm } from './hold-form.tsx';
import { KeptSale } from './kept-sale.ts';
import { sumText } from './money.ts';
import { newReference } from './reference.ts';
import { Sale } from './sale.ts';
import { text } from './texts.ts';

interface Taken {
  readonly eventId: string;
  /** Of the session that holds. */
  readonly id: string;
  readonly name: string;
}

/** Takes the hold into the till, or asks first. Rejects when what the till has cannot be read. */
export async function takeHold(desk: Desk, hold: Taken, timeZone: string | null): Promise<void> {
  const { eventId, id, name } = hold;
  const kept = new KeptSale(eventId);
  const sale = new Sale(new CounterCalls(desk, eventId), kept, () => undefined);
  await sale.resume();
  requireEffect(sale.state, timeZone);
  const { session, heldFor } = sale.state;
  const take = (): void => {
    if (sale.state.notice === 'over') desk.tell(text('saleIsOver'));
    kept.write({ openKey: newKey(), id, reference: newReference(), name });
    goToTill(eventId);
  };
  if (session === null || session.id === id || heldFor !== '' || cartSizeOf(session.cart) === 0) take();
  else desk.open(<UnfinishedSale {...{ hold, sale, timeZone }} onFree={take} />);
}

function goToTill(eventId: string): void {
  location.hash = `#/events/${eventId}/box-office/sell`;
}

interface Properties {
  readonly hold: Taken;
  readonly sale: Sale;
  readonly timeZone: string | null;
  /** The till is free. */
  readonly onFree: () => void;
}

function UnfinishedSale({ hold: { eventId, name }, sale, timeZone, onFree }: Properties): ComponentChild {
  const { open } = useDesk();
  const { isBusy, failure, run } = useAction();
  const { session } = sale.state;
  const giveBack = async (): Promise<void> => {
    await sale.cancel();
    requireEffect(sale.state, timeZone);
    onFree();
  };
  return (
    <DialogFrame title={text('unfinishedTitle')} onClose={() => open(null)}>
      {session !== null && <p>{text('unfinishedHas', { count: cartSizeOf(session.cart), sum: sumText(session) })}</p>}
      <p>{text('unfinishedQuestion', { name })}</p>
      <Failure of={failure} />
      <div class="dialog-buttons">
        <Button look="primary" onPress={() => goToTill(eventId)}>
          {text('backToSale')}
        </Button>
        <Button onPress={() => open(<HoldForm sale={sale} timeZone={timeZone} onHeld={onFree} />)}>
          {text('holdAsk')}
        </Button>
        <Button look="danger" isOff={isBusy} onPress={() => void run(giveBack)}>
          {text('giveBack')}
        </Button>
      </div>
    </DialogFrame>
  );
}
