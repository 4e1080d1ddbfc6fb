/**
 * The save of a layout: sends what differs, and says why it was refused. A save names the layout that was read, so it never
 * overwrites what somebody else has saved.
 */
import { speech } from '../../languages/speech.ts';
import { useAction } from '../../shared/components/use-action.ts';
import { useDesk } from '../desk.ts';
import { problemText, Refusal } from '../refusal.ts';
import type { Answer } from './answered.ts';
import type { Drawing } from './drawing.ts';
import type { Editing } from './editing.ts';
import type { History } from './history.ts';
import { sentDrawing } from './sent.ts';
import { text } from './texts.ts';

const namesMax = 12;

/** The layout that was read, with the tag that a save must name. Its drawing is in the history. */
export interface Stored {
  readonly name: string;
  readonly tag: string | null;
}

/** `onSending` gets what is being sent, and null when that has failed; `onSaved` what the service has answered. */
export function useSaving(
  schemaId: number,
  stored: Stored | null,
  editing: Editing,
  onSending: (history: History | null) => void,
  onSaved: (answer: Answer, response: Response, saved: History) => Promise<void>,
) {
  const { service, tell } = useDesk();
  const { isBusy, failure, run } = useAction();
  const save = (): void => {
    if (stored === null) return;
    const { tag } = stored;
    const { history } = editing;
    const body = sentDrawing(history.stored, history.drawing);
    void run(async () => {
      onSending(history);
      try {
        const { data, response } = await service.answer((client) =>
          client.PUT('/api/seatmap/{schemaId}/', {
            params: { path: { schemaId }, header: tag === null ? {} : { 'If-Match': tag } },
            body,
          }),
        );
        await onSaved(data, response, history);
        tell(text('layoutSaved'));
      } catch (error) {
        onSending(null);
        editing.select(takenGuids(error, editing.history.stored));
        throw error;
      }
    });
  };
  return { isBusy, failure, save };
}

/** The ids of the items that are sold or held, which a save may not remove. */
function takenIds(error: unknown): { readonly seats: readonly number[]; readonly areas: readonly number[] } {
  const conflicts = error instanceof Refusal ? error.problem?.conflicts : undefined;
  return { seats: conflicts?.seats ?? [], areas: conflicts?.groupOfSeats ?? [] };
}

function takenGuids(error: unknown, { seats }: Drawing): string[] {
  const ids = new Set(takenIds(error).seats);
  return [...seats].filter(({ id }) => id !== null && ids.has(id)).map(({ guid }) => guid);
}

/** Why a save was refused, with the names of what is sold or held. */
export function refusedText(error: unknown, stored: Drawing): string {
  const taken = takenIds(error);
  const [seats, areas] = [new Set(taken.seats), new Set(taken.areas)];
  const names = [
    ...[...stored.seats]
      .filter(({ id }) => id !== null && seats.has(id))
      .map((seat) => {
        const row = stored.rows.get(seat.row);
        return `${stored.sections.get(row?.section ?? '')?.name ?? ''} ${row?.name ?? ''} ${seat.name}`;
      }),
    ...[...stored.sections].filter(({ id }) => id !== null && areas.has(id)).map(({ name }) => name),
  ];
  if (names.length === 0) return problemText(error);
  const more = names.length - namesMax;
  const told = more > 0 ? [...names.slice(0, namesMax), text('moreNames', { count: more })] : names;
  return text('mustStay', { names: speech().list(told) });
}
