/** The button that keeps the places of a sale for a person. */
import type { ComponentChild } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { useDesk } from '../desk.ts';
import { HoldForm } from './hold-form.tsx';
import type { Sale } from './sale.ts';
import { text } from './texts.ts';

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
