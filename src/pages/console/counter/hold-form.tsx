/** The forms of a hold: for whom and until when, and another end of one that is there. Times are by the clock of the venue. */
import type { ComponentChild } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { TextField } from '../../shared/components/fields.tsx';
import { Ask } from '../ask.tsx';
import { useDesk } from '../desk.ts';
import { requireEffect } from './advised.ts';
import { CounterCalls, newKey } from './counter-calls.ts';
import type { Sale } from './sale.ts';
import { text } from './texts.ts';
import { clockZone, instantIn, localIn } from './venue-clock.ts';

interface HoldProperties {
  readonly sale: Sale;
  /** Of the venue; null: not known. */
  readonly timeZone: string | null;
  /** The places are held, or their time was over before. */
  readonly onHeld?: () => void;
}

const nameMax = 255;

export function HoldForm({ sale, timeZone, onHeld }: HoldProperties): ComponentChild {
  const [name, setName] = useState(sale.state.name);
  const [until, setUntil] = useState('');
  const hold = async (): Promise<null> => {
    const heldUntil = instantIn(clockZone(timeZone), until);
    if (name.trim() === '' || heldUntil === null) throw new RangeError(text('holdIncomplete'));
    await sale.hold({ name: name.trim(), heldUntil });
    requireEffect(sale.state, timeZone);
    onHeld?.();
    return null;
  };
  return (
    <Ask title={text('holdTitle')} action={text('hold')} onAction={hold}>
      <TextField label={text('customer')} autoComplete="off" maxLength={nameMax} value={name} onText={setName} />
      <UntilField timeZone={timeZone} value={until} onText={setUntil} />
    </Ask>
  );
}

interface EndProperties {
  readonly eventId: string;
  /** The session that holds. */
  readonly id: string;
  readonly name: string;
  readonly endsAt: string;
  readonly timeZone: string | null;
  readonly onMoved: () => void;
}

export function EndForm({ eventId, id, name, endsAt, timeZone, onMoved }: EndProperties): ComponentChild {
  const desk = useDesk();
  const zone = clockZone(timeZone);
  const [until, setUntil] = useState(() => localIn(zone, endsAt));
  const key = useMemo(newKey, [until]);
  const move = async (): Promise<null> => {
    const heldUntil = instantIn(zone, until);
    if (heldUntil === null) throw new RangeError(text('endIncomplete'));
    await new CounterCalls(desk, eventId).moveHold(id, heldUntil, key);
    onMoved();
    return null;
  };
  return (
    <Ask title={text('endQuestion', { name })} action={text('moveEnd')} onAction={move}>
      <UntilField timeZone={timeZone} value={until} onText={setUntil} />
    </Ask>
  );
}

interface UntilProperties {
  readonly timeZone: string | null;
  readonly value: string;
  readonly onText: (value: string) => void;
}

function UntilField({ timeZone, ...field }: UntilProperties): ComponentChild {
  const hint = text('byClockOf', { zone: clockZone(timeZone) });
  return <TextField label={text('holdUntil')} hint={hint} type="datetime-local" {...field} />;
}
