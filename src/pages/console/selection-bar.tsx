/** The bar below the map that blocks or unblocks the selected seats. */
import type { ComponentChild } from 'preact';
import { Button } from '../shared/components/button.tsx';
import { useAction } from '../shared/components/use-action.ts';
import { Ask } from './ask.tsx';
import { useDesk } from './desk.ts';
import { Failure } from './failure.tsx';
import { For } from './for.tsx';
import type { SeatKind } from './seat-board.ts';
import type { SeatMap } from './seat-map.ts';
import { text } from './texts.ts';

interface Properties {
  readonly map: SeatMap;
  readonly eventId: string;
  /** A call to block or unblock has ended: the seats have to be read again. */
  readonly onDone: () => void;
}

const verbs = {
  block: {
    button: 'blockButton',
    question: 'blockSeatsQuestion',
    action: 'blockSeats',
    done: 'seatsWereBlocked',
    effect: 'blockEffect',
  },
  unblock: {
    button: 'unblockButton',
    question: 'unblockSeatsQuestion',
    action: 'unblockSeats',
    done: 'seatsWereUnblocked',
    effect: 'unblockEffect',
  },
} as const;
type Verb = keyof typeof verbs;

/** A box over a whole section is drawn by mistake more easily than over a few seats. */
const askedFrom = 100;

export function SelectionBar({ map, eventId, onDone }: Properties): ComponentChild {
  const { service, tell, open } = useDesk();
  const { isBusy, failure, run } = useAction();
  const { size } = map.selected;
  if (size === 0) return null;
  const free = selectedOf(map, ['available', 'unpriced'], true);
  const blocked = selectedOf(map, ['blocked']);
  const others = size - free.length - blocked.length;
  const counts = { free: free.length, blocked: blocked.length };
  const change = async (verb: Verb, ids: readonly number[]): Promise<null> => {
    const body = { ...withWholeUnits(map, ids), groupOfSeats: [] };
    const options = { params: { query: { eventId } }, body };
    const isDone = await service.ask((client) => client.POST(`/api/private/v2.0/booking/${verb}`, options));
    onDone();
    if (isDone !== true) throw new Error(text('seatsHaveChanged'));
    tell(text(verbs[verb].done, { count: ids.length }));
    map.clear();
    return null;
  };
  const askFirst = (verb: Verb, ids: readonly number[]): void => {
    const { question, action, effect } = verbs[verb];
    const number = { count: ids.length };
    open(
      <Ask title={text(question, number)} action={text(action, number)} onAction={() => change(verb, ids)}>
        <p>{text(effect)}</p>
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
        {text(verbs[verb].button, { count: ids.length })}
      </Button>
    );
  };
  return (
    <div class="selection">
      <span>
        <strong>{text('seatsSelectedOf', { count: size })}</strong>{' '}
        {others === 0 ? text('freeAndBlocked', counts) : text('freeBlockedAndOthers', { ...counts, others })}
      </span>
      <div class="row">
        <For least="MANAGER">{[actionOf('block', free), actionOf('unblock', blocked)]}</For>
        <Button key="clear" look="quiet" onPress={() => map.clear()}>
          {text('clear')}
        </Button>
      </div>
      <Failure of={failure} />
    </div>
  );
}

/** The ids of the selected seats of some kinds. `isWhole`: without seats of a unit that has others, which cannot be taken alone. */
function selectedOf({ selected, board, units }: SeatMap, kinds: readonly SeatKind[], isWhole = false): number[] {
  const fits = (seat: number): boolean => kinds.includes(board?.kindAt(seat) ?? 'sold');
  const partly = new Set(isWhole ? units.list.filter(({ seats }) => !seats.every(fits)) : []);
  return [...selected].flatMap((seat) => {
    const id = board?.plan.ids[seat];
    const unit = units.of(seat);
    return id !== undefined && fits(seat) && !(unit !== undefined && partly.has(unit)) ? [id] : [];
  });
}

/** The most units that a call may name. */
const unitsPerCallMax = 100;

/** Units of which all seats are there by their own ids. More of them than a call may name are sent as their seats, which is the same. */
function withWholeUnits({ plan, units }: SeatMap, ids: readonly number[]) {
  const there = new Set(ids);
  const idsOf = (seats: readonly number[]): number[] => seats.flatMap((seat) => plan?.ids[seat] ?? []);
  const whole = units.list
    .filter(({ seats, size }) => seats.length === size && idsOf(seats).every((id) => there.has(id)))
    .slice(0, unitsPerCallMax);
  for (const { seats } of whole) for (const id of idsOf(seats)) there.delete(id);
  return { seats: [...there].map((id) => ({ id })), units: whole.map(({ id }) => id) };
}
