/** A layout from a file: the service looks at it first and says what it contains, or where its mistakes are. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../../client/index.ts';
import { speech } from '../../languages/speech.ts';
import { Button } from '../../shared/components/button.tsx';
import { ErrorText } from '../../shared/components/dialogs.tsx';
import { useAction } from '../../shared/components/use-action.ts';
import { useDesk } from '../desk.ts';
import { mistakesIn, problemText } from '../refusal.ts';
import { text } from './texts.ts';

type Imported = components['schemas']['ImportedLayout'];
type Format = 'csv' | 'svg' | 'json';

const types: Readonly<Record<Format, string>> = { csv: 'text/csv', svg: 'image/svg+xml', json: 'application/json' };

function formatOf(name: string): Format {
  const ending = name.toLowerCase().split('.').at(-1);
  return ending === 'svg' || ending === 'json' ? ending : 'csv';
}

export function ImportForm({ venueId, name }: { readonly venueId: number; readonly name: string }): ComponentChild {
  const { service } = useDesk();
  const { isBusy, failure, run } = useAction();
  const [file, setFile] = useState<File | null>(null);
  const [found, setFound] = useState<Imported | null>(null);
  const send = async (chosen: File, dryRun: boolean): Promise<Imported> => {
    const format = formatOf(chosen.name);
    const query = { format, venueId, dryRun, name: name === '' ? chosen.name.replace(/\.\w+$/, '') : name };
    const bytes = await chosen.arrayBuffer();
    return service.ask((client) =>
      client.POST('/api/private/v2.0/schemas/import/', {
        params: { query },
        headers: { 'Content-Type': types[format] },
        body: bytes as never,
        bodySerializer: (sent: unknown) => sent as ArrayBuffer,
      }),
    );
  };
  const look = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const chosen = input.files?.[0] ?? null;
    // Otherwise the same file, once it is mended, could not be chosen again.
    input.value = '';
    setFile(chosen);
    setFound(null);
    if (chosen !== null) void run(async () => setFound(await send(chosen, true)));
  };
  const make = (): void => {
    if (file === null) return;
    void run(async () => {
      const { schema } = await send(file, false);
      if (schema !== null) location.hash = `#/venues/${venueId}/${schema.id}`;
    });
  };
  return (
    <section class="card editor-panel" aria-label={text('importLayout')}>
      <h2>{text('importHeading')}</h2>
      <label class="field">
        {text('importFile')}
        <input type="file" accept=".csv,.svg,.json,.txt" onChange={look} />
      </label>
      <p role="status">{file === null || found === null ? '' : foundText(file.name, found)}</p>
      {found !== null && found.warnings.length > 0 && (
        <ul>
          {found.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <Mistakes of={failure} />
      <div class="row">
        <Button look="primary" isOff={isBusy || found === null} onPress={make}>
          {text('importNow')}
        </Button>
      </div>
    </section>
  );
}

/** A large file can have a hundred: each has a line of its own. */
function Mistakes({ of: failure }: { readonly of: unknown }): ComponentChild {
  const mistakes = mistakesIn(failure);
  if (mistakes.length < 2) return <ErrorText text={failure === null ? '' : problemText(failure)} />;
  return (
    <div role="alert" class="error-text">
      <ul>
        {mistakes.map((mistake) => (
          <li key={mistake}>{mistake}</li>
        ))}
      </ul>
    </div>
  );
}

function foundText(file: string, { sections, rows, seats, areas, capacity }: Imported): string {
  const parts = [
    text('sectionCount', { count: sections }),
    text('rowCount', { count: rows }),
    text('seatCount', { count: seats }),
    text('areaCount', { count: areas }),
  ];
  return text('found', { file, parts: speech().list(parts), count: capacity });
}
