/** A button that reads a table of the service and hands it to the browser as a file. The table is in memory meanwhile. */
import type { ComponentChild } from 'preact';
import { Button } from '../shared/components/button.tsx';
import { ErrorText } from '../shared/components/dialogs.tsx';
import { useAction } from '../shared/components/use-action.ts';
import { problemText } from './refusal.ts';
import { text } from './texts.ts';

interface Properties {
  /** Of the file. */
  readonly name: string;
  /** Resolves with its text. */
  readonly read: () => Promise<unknown>;
}

export function SavedTable({ name, read }: Properties): ComponentChild {
  const { isBusy, failure, run } = useAction();
  const save = (): void => void run(async () => offer(name, String(await read())));
  return (
    <div class="row">
      <Button isOff={isBusy} onPress={save}>
        {isBusy ? text('readingTable') : text('saveAsCsv')}
      </Button>
      {failure !== null && <ErrorText text={problemText(failure)} />}
    </div>
  );
}

function offer(name: string, table: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([table], { type: 'text/csv' }));
  link.download = name;
  link.click();
  // The browser has begun to read it when the press is over.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
