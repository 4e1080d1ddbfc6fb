/** The till: how many at which price, the cart, and the map on which seats are picked. Works with a mouse, by touch and by keys alone. */
import type { ComponentChild } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { CheckField } from '../../shared/components/fields.tsx';
import { useDesk } from '../desk.ts';
import { Read, useReading } from '../reading.tsx';
import { cartSizeOf } from './cart.ts';
import { CartPanel } from './cart-panel.tsx';
import { ChoicePanel, type Tally } from './choice-panel.tsx';
import type { Sale } from './sale.ts';
import { text } from './texts.ts';
import { useTillKeys } from './till-keys.ts';
import { UnitChoice } from './unit-choice.tsx';
import { useTill } from './use-till.ts';
import { readWares, type Wares } from './wares.ts';

export function SellView({ eventId }: { readonly eventId: string }): ComponentChild {
  const desk = useDesk();
  const wares = useReading(eventId, () => readWares(desk, eventId));
  return <Read reading={wares}>{(read) => <Till eventId={eventId} wares={read} />}</Read>;
}

function Till({ eventId, wares }: { readonly eventId: string; readonly wares: Wares }): ComponentChild {
  const till = useTill(eventId, wares);
  const { sale, hall, offers, tally, hasKeys } = till;
  const { isBusy } = sale.state;
  const board = hall.map?.board ?? null;
  useTillFocus(sale, tally);
  useTillKeys(
    hasKeys
      ? {
          onNumber: (pressed) => till.onCount(String(pressed)),
          onLetter: (letter) => offers.filter((offer) => offer.letter === letter).forEach(till.onOffer),
          onArrow: moveAmongOffers,
          onEnter: () => pressFirst(['till-again', 'till-next', 'till-choose', 'till-sell']),
          onEscape: () => {
            if (tally !== null) till.onTally(null);
            else if (sale.state.heldFor !== '') sale.leave();
            else void sale.cancel();
          },
        }
      : null,
  );
  return (
    <div class="till">
      <div class="stack">
        <ChoicePanel {...till} board={board} isBusy={isBusy}>
          <UnitChoice units={wares.units} board={board} isBusy={isBusy} onWish={till.onWish} />
        </ChoicePanel>
      </div>
      <CartPanel sale={sale} plan={board?.plan ?? null} wares={wares} />
      <div class="stack till-map">
        {hall.picture}
        <div class="card keys">
          <CheckField label={text('keysOn')} isChecked={hasKeys} onCheck={till.onKeys} />
          {hasKeys && <p class="quiet-text">{text('keysHelp')}</p>}
        </div>
      </div>
    </div>
  );
}

/** The focus goes to what comes next, so that Enter goes on. */
function useTillFocus(sale: Sale, tally: Tally | null): void {
  const { session, sold, refused, unanswered, isBusy } = sale.state;
  const size = session === null ? 0 : cartSizeOf(session.cart);
  const next = nextOf();
  // At once: an Enter before it would press what has the focus still.
  useLayoutEffect(() => {
    // Who picks seats on the map goes on picking.
    if (next === null || isBusy || document.activeElement?.closest('[role="application"]')) return;
    document.getElementById(next)?.focus();
  }, [next, isBusy, size]);
  function nextOf(): string | null {
    if (unanswered !== null) return 'till-again';
    if (refused !== null) return 'till-instead';
    if (sold !== null) return 'till-next';
    if (tally !== null) return 'till-choose';
    return size > 0 ? 'till-sell' : null;
  }
}

function moveAmongOffers(step: 1 | -1): void {
  const offers = [...document.querySelectorAll<HTMLElement>('.offer')];
  const at = offers.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? (step === 1 ? 0 : -1) : (at + step) % offers.length;
  offers.at(next)?.focus();
}

function pressFirst(ids: readonly string[]): void {
  const there = ids.flatMap((id) => document.getElementById(id) ?? []);
  there[0]?.click();
}
