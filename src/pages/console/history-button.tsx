/** The button that shows what happened to a seat or an area. Loads the list when it is pressed. */
import type { ComponentChild } from 'preact';
import { Button } from '../shared/components/button.tsx';
import { useDesk } from './desk.ts';
import type { Subject } from './evidence/history-dialog.tsx';
import { Later } from './later.tsx';
import { text } from './texts.ts';

interface Properties {
  readonly eventId: string;
  readonly of: Subject;
}

export function HistoryButton({ eventId, of }: Properties): ComponentChild {
  const { open } = useDesk();
  const show = (): void =>
    open(
      <Later name="history" load={() => import('./evidence/history-dialog.tsx')}>
        {({ HistoryDialog }) => <HistoryDialog eventId={eventId} of={of} />}
      </Later>,
    );
  return (
    <Button look="quiet" aria-label={text('historyOf', { name: of.name })} onPress={show}>
      {text('historyButton')}
    </Button>
  );
}
