/** The box office of one event: the till, the holds, the purchases and the list for the door. */
import type { ComponentChild } from 'preact';
import { EmptyText } from '../../shared/components/words.tsx';
import { useDesk } from '../desk.ts';
import { may } from '../rights.ts';
import { text as words } from '../texts.ts';
import { DoorView } from './door-view.tsx';
import { FindView } from './find-view.tsx';
import { HoldsView } from './holds-view.tsx';
import { SellView } from './sell-view.tsx';
import { text } from './texts.ts';

const parts = [
  { name: 'sell', label: text('partSell') },
  { name: 'holds', label: text('partHolds') },
  { name: 'find', label: text('partFind') },
  { name: 'door', label: text('doorList') },
] as const;

interface Properties {
  readonly event: { readonly id: string; readonly name: string };
  readonly part: string | undefined;
}

export function CounterView({ event, part = 'sell' }: Properties): ComponentChild {
  const { id, name } = event;
  if (!may(useDesk().rights, 'BOX_OFFICE')) return <EmptyText>{text('onlyBoxOffice')}</EmptyText>;
  return (
    <>
      <nav class="row no-print" aria-label={words('viewBoxOffice')}>
        {parts.map((one) => (
          <a
            key={one.name}
            class="button small"
            href={`#/events/${id}/box-office/${one.name}`}
            aria-current={one.name === part ? 'page' : undefined}
          >
            {one.label}
          </a>
        ))}
      </nav>
      {part === 'door' && <DoorView eventId={id} event={name} />}
      {part === 'find' && <FindView eventId={id} />}
      {part === 'holds' && <HoldsView eventId={id} />}
      {part === 'sell' && <SellView eventId={id} />}
    </>
  );
}
