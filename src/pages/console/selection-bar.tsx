/** The bar below the map that blocks or unblocks the selected seats. */
import type { ComponentChild } from 'preact';
import { Button } from '../shared/components/button.tsx';
import { useAction } from '../shared/components/use-action.ts';
import { Ask } from './ask.tsx';
import { useDesk } from './desk.ts';
import { Failure } from './failure.tsx';
import { For } from './for.tsx';
import { amountOf, count } from './format.ts';
import type { SeatKind } from './seat-board.ts';
import type { SeatMap } from './seat-map.ts';

interface Properties {
  readonly map: SeatMap;
  readonly eventId: string;
  /** A call to block or unblock has ended: the seats have to be read again. */
  readonly onDone: () => void;
}

const verbs = {
  block: { label: 'Block', done: 'blocked', effect: 'Nobody can buy them until they are unblocked.' },
  unblock: { label: 'Unblock', done: 'unblocked', effect: 'Everybody can buy them at once.' },
} as const;
type Verb = keyof typeof verbs;

/** A box over a whole section is drawn by mistake more easily than over a few seats. */
const askedFrom = 100;

export function SelectionBar({ map, eventId, onDone }: Properties): ComponentChild {
  const { service, tell, open } = useDesk();
  const { isBusy, failure, run } = useAction();
  const { size } = map.selected;
  if (size === 0) return null;
  const free = selectedOf(map, ['available', 'unpriced']);
  const blocked = selectedOf(map, ['blocked']);
  const others = size - free.length - blocked.length;
  const parts = [`${count(free.length)} free`, `${count(blocked.length)} blocked`];
  if (others > 0) parts.push(`${count(others)} held or sold, which stay as they are`);
  const change = async (verb: Verb, ids: readonly number[]): Promise<null> => {
    const body = { seats: ids.map((id) => ({ id })), groupOfSeats: [] };
    const options = { params: { query: { eventId } }, body };
    const isDone = await service.ask((client) => client.POST(`/api/private/v2.0/booking/${verb}`, options));
    onDone();
    if (isDone !== true)
      throw new Error(
        'Some of these seats have just changed, so nothing was done. The map shows them as they are now. Please try again.',
      );
    tell(`${amountOf(ids.length, 'seat')} ${verbs[verb].done}.`);
    map.clear();
    return null;
  };
  const askFirst = (verb: Verb, ids: readonly number[]): void => {
    const action = `${verbs[verb].label} ${amountOf(ids.length, 'seat')}`;
    open(
      <Ask title={`${action}?`} action={action} onAction={() => change(verb, ids)}>
        <p>{verbs[verb].effect}</p>
      </Ask>,
    );
  };
  const actionOf = (verb: Verb, ids: readonly number[]): ComponentChild => {
    if (ids.length === 0) return null;
    const press = (): void => {
      if (ids.length < askedFrom) void run(async () => void (await change(verb, ids)));
      else askFirst(verb, ids);
    };
    return (
      <Button key={verb} look="primary" isOff={isBusy} onPress={press}>
        {`${verbs[verb].label} ${count(ids.length)}`}
      </Button>
    );
  };
  return (
    <div class="selection">
      <span>
        <strong>{`${amountOf(size, 'seat')} selected: `}</strong>
        {parts.join(', ')}
      </span>
      <div class="row">
        <For least="MANAGER">{[actionOf('block', free), actionOf('unblock', blocked)]}</For>
        <Button key="clear" look="quiet" onPress={() => map.clear()}>
          Clear
        </Button>
      </div>
      <Failure of={failure} />
    </div>
  );
}

/** The ids of the selected seats of some kinds. */
function selectedOf({ selected, board }: SeatMap, kinds: readonly SeatKind[]): number[] {
  return [...selected].flatMap((seat) => {
    const id = board?.plan.ids[seat];
    return id !== undefined && kinds.includes(board?.kindAt(seat) ?? 'unpriced') ? [id] : [];
  });
}
