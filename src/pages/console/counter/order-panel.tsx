/** One purchase: what it has, both sides of its last exchange, and the buttons that release or exchange it. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { Card } from '../../shared/components/frames.tsx';
import { Named, Pairs } from '../../shared/components/words.tsx';
import type { Plan } from '../../shared/plan.ts';
import { Ask } from '../ask.tsx';
import { useDesk } from '../desk.ts';
import { instant } from '../format.ts';
import { Read, useReading } from '../reading.tsx';
import { readEventPlan } from '../seat-places.ts';
import { StateBadge } from '../session-badge.tsx';
import { text as words } from '../texts.ts';
import { advised, differenceText } from './advised.ts';
import { cartSizeOf, linesOf } from './cart.ts';
import { keyed, newKey, type PrivateSession } from './counter-calls.ts';
import { Exchanging } from './exchanging.tsx';
import { sumText } from './money.ts';
import { Side } from './side.tsx';
import { text } from './texts.ts';
import { readWares, type Wares } from './wares.ts';

interface Properties {
  readonly eventId: string;
  readonly id: string;
  /** The purchase is another one now. */
  readonly onChange: () => void;
  readonly onClose: () => void;
}

interface Opened {
  readonly session: PrivateSession;
  readonly plan: Plan | null;
  readonly wares: Wares;
}

const dayMs = 24 * 3_600_000;

export function OrderPanel({ eventId, id, onChange, onClose }: Properties): ComponentChild {
  const desk = useDesk();
  const [isExchanging, setExchanging] = useState(false);
  const reading = useReading(id, async () => {
    const params = { path: { id } };
    const [session, plan, wares] = await Promise.all([
      desk.service.ask((client) => client.GET('/api/private/v2.0/session/{id}', { params })),
      readEventPlan(desk, eventId).catch(() => null),
      readWares(desk, eventId),
    ]);
    return { session, plan, wares };
  });
  const onDone = (): void => {
    setExchanging(false);
    onChange();
    reading.now();
  };
  return (
    <Read reading={reading} waiting={words('reading')}>
      {(opened) => (
        <Card title={text('orderNamed', { reference: opened.session.reference ?? id })}>
          <Facts {...opened} />
          {isExchanging ? (
            <Exchanging eventId={eventId} {...opened} onDone={onDone} onCancel={() => setExchanging(false)} />
          ) : (
            <div class="row">
              <Undoing {...opened} onDone={onDone} onExchange={() => setExchanging(true)} />
              <Button look="quiet" onPress={onClose}>
                {words('close')}
              </Button>
            </div>
          )}
        </Card>
      )}
    </Read>
  );
}

function Facts({ session, plan, wares }: Opened): ComponentChild {
  const { state, cart, createdAt, properties, exchanged } = session;
  return (
    <>
      <Pairs
        rows={[
          [words('state'), <StateBadge state={state} />],
          [words('name'), <Named text={String(properties.name ?? '–')} />],
          [text('boughtAt'), instant(createdAt)],
          [words('total'), <strong>{sumText(session)}</strong>],
        ]}
      />
      <Side title={words('places')} lines={linesOf(cart, plan, wares.units)} />
      {exchanged?.released !== undefined && exchanged.taken !== undefined && (
        <section class="exchange-sides" aria-label={text('lastExchange')}>
          <Side title={text('givenBack')} lines={linesOf(exchanged.released, plan, wares.units)} />
          <Side title={text('takenInstead')} lines={linesOf(exchanged.taken, plan, wares.units)} />
          <p>
            {text('lastExchange')}: <strong>{differenceText(exchanged)}</strong>
          </p>
        </section>
      )}
    </>
  );
}

interface UndoingProperties extends Opened {
  readonly onDone: () => void;
  readonly onExchange: () => void;
}

/** Nothing for a purchase that is over. The role decides how long a purchase can be undone. */
function Undoing({ session, plan, wares, onDone, onExchange }: UndoingProperties): ComponentChild {
  const { service, rights, tell, open } = useDesk();
  if (session.state !== 'CONFIRMED') return null;
  if (rights.role === 'BOX_OFFICE' && Date.parse(session.createdAt) + dayMs < Date.now())
    return <p class="quiet-text">{text('onlyForADay')}</p>;
  const key = newKey();
  const release = async (): Promise<null> => {
    const options = { params: { path: { id: session.id } }, headers: keyed(key) };
    await advised(
      () => service.ask((client) => client.POST('/api/private/v2.0/session/{id}/release', options)),
      plan,
      wares.timeZone,
    );
    tell(words('purchaseIsReleased'));
    onDone();
    return null;
  };
  const ask = (): void =>
    open(
      <Ask title={words('releasePurchaseQuestion')} action={words('releasePurchase')} look="danger" onAction={release}>
        <p>{words('purchaseUndone')}</p>
        <p>{words('freedAgain', { count: cartSizeOf(session.cart) })}</p>
        <Side title={text('givenBack')} lines={linesOf(session.cart, plan, wares.units)} />
      </Ask>,
    );
  return (
    <>
      <Button look="primary" onPress={onExchange}>
        {text('exchangeAsk')}
      </Button>
      <Button look="danger" onPress={ask}>
        {words('releasePurchaseAsk')}
      </Button>
    </>
  );
}
