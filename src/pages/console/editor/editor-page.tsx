/**
 * The editor of one layout: reads it, shows the drawing with its tools and panels, saves what differs, and brings back what
 * was not saved before a reload. What is sold stays: the service refuses, and the seats in question are selected.
 */
import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { ErrorText } from '../../shared/components/dialogs.tsx';
import { SelectField } from '../../shared/components/fields.tsx';
import { useDesk, useTitle } from '../desk.ts';
import { NewEvent } from '../new-event.tsx';
import { Problem, useReading } from '../reading.tsx';
import { SavedTable } from '../saved-table.tsx';
import { text as words } from '../texts.ts';
import { type Answer, drawingOf } from './answered.ts';
import type { Drawing } from './drawing.ts';
import { DrawingBoard, type Tool } from './drawing-board.tsx';
import { type Editing, useEditing } from './editing.ts';
import type { EditorMap } from './editor-map.ts';
import { add, begin, type History, type Standing, standingOf, unsavedIn } from './history.ts';
import { drawnMeanwhile } from './meanwhile.ts';
import { refusedText, type Stored, useSaving } from './saving.ts';
import { SelectionPanel } from './selection-panel.tsx';
import { StructurePanel } from './structure-panel.tsx';
import { text } from './texts.ts';
import { Unsaved } from './unsaved.ts';

const tools: readonly { readonly tool: Tool; readonly label: string }[] = [
  { tool: 'box', label: text('toolBox') },
  { tool: 'lasso', label: text('toolLasso') },
  { tool: 'hand', label: text('toolHand') },
];
const grids = [0, 5, 12.5, 25].map((grid) => ({
  value: String(grid),
  label: grid === 0 ? text('noGrid') : text('gridOf', { grid }),
}));

export function EditorPage({ schemaId }: { readonly schemaId: number }): ComponentChild {
  const { service } = useDesk();
  const editing = useEditing();
  const [stored, setStored] = useState<Stored | null>(null);
  const kept = useRef<Unsaved | null>(null);
  const [isRestored, setRestored] = useState(false);
  /** The history that a reload would bring back. */
  const [keptHistory, setKept] = useState<History | null>(null);
  /** What the save that is under way has sent. */
  const [sent, setSent] = useState<History | null>(null);
  const latest = useRef(editing.history);
  latest.current = editing.history;
  /** `saved`: the history whose drawing was saved; null: the layout was read. */
  const take = async (answer: Answer, response: Response, saved: History | null): Promise<void> => {
    const unsaved = new Unsaved(schemaId, answer.version);
    // Parsing, reading and showing a large layout take some time each: the page answers in between.
    await turn();
    const asStored = begin(await drawingOf(answer, turn));
    await turn();
    const history =
      saved === null ? await unsaved.restored(asStored) : continued(asStored, saved.drawing, latest.current.drawing);
    kept.current = unsaved;
    setRestored(saved === null && history !== asStored);
    editing.load(history);
    setSent(null);
    setStored({ name: answer.name, tag: response.headers.get('ETag') });
  };
  const reading = useReading('layout', async () => {
    const { data, response } = await service.answer((client) =>
      client.GET('/api/seatmap/{schemaId}/', { params: { path: { schemaId } } }),
    );
    await take(data, response, null);
    return true as const;
  });
  const { history } = editing;
  const standing = standingOf(history, sent);
  // An effect after the paint would be left out when the page is left at once.
  useLayoutEffect(() => {
    if (stored !== null) void kept.current?.keep(history).then((isKept) => setKept(isKept ? history : null));
  }, [history, stored]);
  useTitle(stored?.name ?? text('layout'));
  const { isBusy, failure, save } = useSaving(schemaId, stored, editing, setSent, take);
  return (
    <>
      <Head schemaId={schemaId} stored={stored} isSaved={standing === 'saved'} />
      <Problem of={reading} />
      {stored !== null && isRestored && standing !== 'saved' && <DrawnAgain />}
      <ErrorText text={failure === null ? '' : refusedText(failure, history.stored)} />
      {stored !== null && (
        <Workplace
          editing={editing}
          standing={standing}
          isKept={keptHistory === history}
          isBusy={isBusy}
          onSave={save}
        />
      )}
    </>
  );
}

function DrawnAgain(): ComponentChild {
  return (
    <p class="editor-note" role="status">
      {text('drawnAgain')}
    </p>
  );
}

/** What was drawn while the save was under way is not lost: it is drawn on what was saved, as one step. */
function continued(stored: History, saved: Drawing, now: Drawing): History {
  return add(stored, drawnMeanwhile(saved, now, stored.drawing));
}

/** Lets the browser do what waits. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

interface HeadProperties {
  readonly schemaId: number;
  readonly stored: Stored | null;
  readonly isSaved: boolean;
}

function Head({ schemaId, stored, isSaved }: HeadProperties): ComponentChild {
  const { open } = useDesk();
  return (
    <div class="page-head">
      <h1>{stored?.name ?? text('layout')}</h1>
      <div class="row">
        <a href="#/venues">{text('allVenues')}</a>
        {stored !== null && isSaved && <Exports schemaId={schemaId} />}
        {stored !== null && <Button onPress={() => open(<NewEvent schemaId={schemaId} />)}>{words('newEvent')}</Button>}
      </div>
    </div>
  );
}

/** The layout as the service has it. */
function Exports({ schemaId }: { readonly schemaId: number }): ComponentChild {
  const { service } = useDesk();
  const read = (format: 'csv' | 'json') => (): Promise<unknown> =>
    service.ask((client) =>
      client.GET('/api/private/v2.0/schemas/{schemaId}/export/', {
        params: { path: { schemaId }, query: { format } },
        parseAs: 'text',
      }),
    );
  return (
    <>
      <SavedTable name={`layout-${schemaId}.csv`} read={read('csv')} />
      <SavedTable name={`layout-${schemaId}.json`} read={read('json')} />
    </>
  );
}

interface WorkplaceProperties {
  readonly editing: Editing;
  readonly standing: Standing;
  readonly isKept: boolean;
  readonly isBusy: boolean;
  readonly onSave: () => void;
}

function Workplace({ editing, standing, isKept, isBusy, onSave }: WorkplaceProperties): ComponentChild {
  const [tool, setTool] = useState<Tool>('box');
  const [map, setMap] = useState<EditorMap | null>(null);
  const { done, undone } = editing.history;
  return (
    <div class="editor">
      <section class="card map-card" aria-label={text('drawing')}>
        <div class="card-head">
          <fieldset class="row editor-tools" aria-label={text('tool')}>
            {tools.map(({ tool: one, label }) => (
              <Button key={one} aria-pressed={one === tool} onPress={() => setTool(one)}>
                {label}
              </Button>
            ))}
          </fieldset>
          <div class="row">
            <Button isOff={done.length === 0} onPress={editing.undo}>
              {text('undo')}
            </Button>
            <Button isOff={undone.length === 0} onPress={editing.redo}>
              {text('redo')}
            </Button>
            <Button look="primary" isOff={isBusy || standing !== 'unsaved'} onPress={onSave}>
              {words('save')}
            </Button>
          </div>
        </div>
        <DrawingBoard editing={editing} tool={tool} onMap={setMap} />
        <div class="editor-foot">
          <SelectField
            label={text('snap')}
            options={grids}
            value={String(editing.grid)}
            onChoose={(grid) => editing.setGrid(Number(grid))}
          />
          <span>{standingText(standing, isKept, unsavedIn(editing.history))}</span>
        </div>
      </section>
      <div class="editor-panels">
        <SelectionPanel editing={editing} />
        <StructurePanel editing={editing} map={map} />
      </div>
    </div>
  );
}

function standingText(standing: Standing, isKept: boolean, unsaved: number): string {
  if (standing === 'unsaved') return text(isKept ? 'notSavedButKept' : 'notSaved', { count: unsaved });
  return text(({ saved: 'allSaved', saving: 'saving', older: 'savingOlder' } as const)[standing]);
}
