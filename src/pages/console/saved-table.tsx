/** A button that reads a table of the service, or JSON, and hands it to the browser as a file. It is in memory meanwhile. */
import type { ComponentChild } from 'preact';
import { Button } from '../shared/components/button.tsx';
import { ErrorText } from '../shared/components/dialogs.tsx';
import { useAction } from '../shared/components/use-action.ts';
import { problemText } from './refusal.ts';
import { text } from './texts.ts';

const formats = {
  csv: { type: 'text/csv', label: text('saveAsCsv') },
  json: { type: 'application/json', label: text('saveAsJson') },
} as const;
type Format = keyof typeof formats;

interface Properties {
  /** Of the file, with its ending. */
  readonly name: `${string}.${Format}`;
  /** Resolves with its text, or with JSON. */
  readonly read: () => Promise<unknown>;
}

export function SavedTable({ name, read }: Properties): ComponentChild {
  const { isBusy, failure, run } = useAction();
  const { type, label } = formats[name.endsWith('.json') ? 'json' : 'csv'];
  const save = (): void => void run(async () => offer(name, type, textOf(await read())));
  return (
    <div class="row">
      <Button isOff={isBusy} onPress={save}>
        {isBusy ? text('readingTable') : label}
      </Button>
      {failure !== null && <ErrorText text={problemText(failure)} />}
    </div>
  );
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

function offer(name: string, type: string, content: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  // The browser has begun to read it when the press is over.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
