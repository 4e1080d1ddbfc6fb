/** One session with its seats and places, and the buttons that cancel it or release the purchase. */
import type { ComponentChild } from 'preact';
import type { components } from '../../client/index.ts';
import { Button } from '../shared/components/button.tsx';
import { Named, type Pair, Pairs } from '../shared/components/words.tsx';
import type { Plan } from '../shared/plan.ts';
import { goToSession } from './address.ts';
import { Ask } from './ask.tsx';
import { useDesk } from './desk.ts';
import { For } from './for.tsx';
import { amount, instant } from './format.ts';
import { ProblemBox } from './problem-box.tsx';
import { useReading } from './reading.tsx';
import { problemText, Refusal } from './refusal.ts';
import { areaName, readEventPlan, seatPlaceOf } from './seat-places.ts';
import { StateBadge } from './session-badge.tsx';
import { text } from './texts.ts';

type Session = components['schemas']['PrivateSession'];

interface Properties {
  readonly eventId: string;
  readonly id: string;
  /** The session was cancelled or released. */
  readonly onChange: () => void;
}

export function SessionDetail({ eventId, id, onChange }: Properties): ComponentChild {
  const desk = useDesk();
  const params = { path: { id } };
  const reading = useReading(id, async () => {
    const [session, plan] = await Promise.all([
      desk.service.ask((client) => client.GET('/api/private/v2.0/session/{id}', { params })),
      // Without the layout the seats are told by their ids.
      readEventPlan(desk, eventId).catch(() => null),
    ]);
    return { session, plan };
  });
  if (reading.failure !== null) return <ProblemBox text={failureText(reading.failure)} />;
  if (reading.value === null) return null;
  const { session, plan } = reading.value;
  const onEnded = (): void => {
    onChange();
    reading.now();
  };
  return (
    <section class="card panel">
      <div class="row spread">
        <h2>
          {text('session')} <span class="code">{id}</span>
        </h2>
        <div class="row">
          <EndButton session={session} onEnded={onEnded} />
          <Button key="close" look="quiet" onPress={() => goToSession(eventId, null)}>
            {text('close')}
          </Button>
        </div>
      </div>
      <Pairs rows={rowsOf(session, plan)} />
    </section>
  );
}

function failureText(failure: unknown): string {
  const isUnknown = failure instanceof Refusal && failure.status === 404;
  return isUnknown ? text('noSuchSession') : problemText(failure);
}

function rowsOf(session: Session, plan: Plan | null): Pair[] {
  const { state, cart, reference, total, createdAt, expiresAt } = session;
  const seats = cart.seats.map(({ id, priceName, unoccupied }) => {
    const place = plan === null ? text('seatById', { id: String(id) }) : seatPlaceOf(plan, id);
    return text('placeAtPrice', { place, price: unoccupied === true ? text('noGuest') : priceName });
  });
  const places = cart.groupOfSeats.map(({ id, capacity, priceName }) => {
    const area = plan === null ? text('areaById', { id: String(id) }) : areaName(plan, id);
    return text('placesAtPrice', { count: capacity, area, price: priceName });
  });
  const rows: Pair[] = [
    [text('state'), <StateBadge state={state} />],
    [text('reference'), <Named text={reference ?? '–'} />],
    [text('created'), instant(createdAt)],
    [text('ends'), expiresAt === null ? '–' : instant(expiresAt)],
    [text('seats'), <Lines lines={seats} />],
    [text('places'), <Lines lines={places} />],
    [text('total'), amount(total)],
  ];
  const { properties } = session as { readonly properties?: object };
  if (properties !== undefined && Object.keys(properties).length > 0)
    rows.push([text('properties'), <span class="code">{JSON.stringify(properties)}</span>]);
  return rows;
}

function Lines({ lines }: { readonly lines: readonly string[] }): ComponentChild {
  if (lines.length === 0) return '–';
  return (
    <ul class="plain-list">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface EndProperties {
  readonly session: Session;
  readonly onEnded: () => void;
}

/** Cancels a live session, or releases a purchase. Both ask first. Nothing for a session that is over. */
function EndButton({ session, onEnded }: EndProperties): ComponentChild {
  const { service, tell, open } = useDesk();
  const ending = endingOf(session);
  if (ending === null) return null;
  const { verb, label, ask, title, effects, done } = ending;
  const end = async (): Promise<null> => {
    const params = { path: { id: session.id } };
    await service.ask((client) => client.POST(`/api/private/v2.0/session/{id}/${verb}`, { params }));
    tell(done);
    onEnded();
    return null;
  };
  const askFirst = (): void =>
    open(
      <Ask title={title} action={label} look="danger" onAction={end}>
        {effects.map((effect) => (
          <p key={effect}>{effect}</p>
        ))}
      </Ask>,
    );
  return (
    <For least="BOX_OFFICE">
      <Button look="danger" onPress={askFirst}>
        {ask}
      </Button>
    </For>
  );
}

function endingOf({ state, cart }: Session) {
  const lines = cart.seats.length + cart.groupOfSeats.reduce((sum, { capacity }) => sum + capacity, 0);
  const freed = text('freedAgain', { count: lines });
  if (state === 'ACTIVE' || state === 'PENDING_PAYMENT') {
    return {
      verb: 'cancel',
      label: text('cancelSession'),
      ask: text('cancelSessionAsk'),
      title: text('cancelSessionQuestion'),
      effects: state === 'ACTIVE' ? [freed] : [freed, text('mayBePaying')],
      done: text('sessionIsCancelled'),
    } as const;
  }
  if (state !== 'CONFIRMED') return null;
  return {
    verb: 'release',
    label: text('releasePurchase'),
    ask: text('releasePurchaseAsk'),
    title: text('releasePurchaseQuestion'),
    effects: [text('purchaseUndone'), freed],
    done: text('purchaseIsReleased'),
  } as const;
}
