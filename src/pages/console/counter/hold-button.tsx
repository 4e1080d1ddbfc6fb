/** The button that keeps the places of a sale for a person, with the question for whom and until when. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/fields.tsx';
import { Ask } from '../ask.tsx';
import { useDesk } from '../desk.ts';
import type { Sale } from './sale.ts';
import { text } from './texts.ts';
import { clockZone, instantIn } from './venue-clock.ts';

interface Properties {
  readonly sale: Sale;
  /** Of the venue; null: not known. */
  readonly timeZone: string | null;
}

export function HoldButton(properties: Properties): ComponentChild {
  const { open } = useDesk();
  return (
    <Button isOff={properties.sale.state.isBusy} onPress={() => open(<HoldForm {...properties} />)}>
      {text('holdAsk')}
    </Button>
  );
}

const nameMax = 255;

function HoldForm({ sale, timeZone }: Properties): ComponentChild {
  const [name, setName] = useState(sale.state.name);
  const [until, setUntil] = useState('');
  const zone = clockZone(timeZone);
  const hold = async (): Promise<null> => {
    const heldUntil = instantIn(zone, until);
    if (name.trim() === '' || heldUntil === null) throw new RangeError(text('holdIncomplete'));
    await sale.hold({ name: name.trim(), heldUntil });
    return null;
  };
  return (
    <Ask title={text('holdTitle')} action={text('hold')} onAction={hold}>
      <TextField label={text('customer')} autoComplete="off" maxLength={nameMax} value={name} onText={setName} />
      <TextField
        label={text('holdUntil')}
        hint={text('byClockOf', { zone })}
        type="datetime-local"
        value={until}
        onText={setUntil}
      />
    </Ask>
  );
}
