/**
 * A change as the browser keeps it: in pieces of bounded size, each with columns of the members that differ. The
 * values before the change are not kept, because the drawing knows them. Pure.
 */
import {
  type Change,
  type Drawing,
  type FlagName,
  type Flags,
  flagsWith,
  type Kind,
  kinds,
  noFlags,
} from './drawing.ts';
import type { Patch } from './item-table.ts';

/** Patches of one kind with the same members. */
interface Group {
  readonly kind: Kind;
  readonly how: 'new' | 'gone' | 'changed';
  readonly guids: string[];
  /** A value for each guid. */
  readonly columns: Readonly<Record<string, unknown[]>>;
}

export type Piece = readonly Group[];

interface Item {
  readonly guid: string;
}

const patchesMax = 10_000;

export function* piecesOf(change: Change): Generator<Piece, undefined> {
  let groups = new Map<string, Group>();
  let count = 0;
  for (const kind of kinds) {
    for (const patch of (change[kind] ?? []) as readonly Patch<Item>[]) {
      put(groups, kind, patch);
      if (++count % patchesMax !== 0) continue;
      yield [...groups.values()];
      groups = new Map();
    }
  }
  if (groups.size > 0) yield [...groups.values()];
}

function put(groups: Map<string, Group>, kind: Kind, { before, after }: Patch<Item>): void {
  const item = after ?? before;
  if (item === null) return;
  const how = before === null ? 'new' : after === null ? 'gone' : 'changed';
  const isKept = (member: string): boolean =>
    member !== 'guid' && (before === null || before[member as 'guid'] !== item[member as 'guid']);
  const members = how === 'gone' ? [] : Object.keys(item).filter(isKept);
  const name = [kind, how, ...members].join();
  let group = groups.get(name);
  if (group === undefined) {
    group = { kind, how, guids: [], columns: Object.fromEntries(members.map((member) => [member, []])) };
    groups.set(name, group);
  }
  group.guids.push(item.guid);
  for (const member of members) group.columns[member]?.push(keptValue(item[member as 'guid']));
}

/** Sets would be copied one by one, though few of them differ. */
function keptValue(value: unknown): unknown {
  return value instanceof Set ? [...value].join() : value;
}

/** A change that is read piece by piece. */
export type ReadChange = { [K in Kind]?: Patch<never>[] };

/** Adds what a piece keeps to a change of this drawing. False: the piece is not of this drawing. */
export function readPiece(change: ReadChange, piece: Piece, drawing: Drawing): boolean {
  for (const { kind, how, guids, columns } of piece) {
    const patches: Patch<Item>[] = change[kind] ?? [];
    change[kind] = patches as Patch<never>[];
    const members = Object.entries(columns);
    for (const [at, guid] of guids.entries()) {
      const before: Item | null = drawing[kind].get(guid) ?? null;
      if ((before === null) !== (how === 'new')) return false;
      const after: Record<string, unknown> & Item = { ...before, guid };
      for (const [member, values] of members) {
        after[member] = member === 'flags' ? flagsNamed(String(values[at])) : values[at];
      }
      patches.push({ before, after: how === 'gone' ? null : after });
    }
  }
  return true;
}

function flagsNamed(names: string): Flags {
  return names === '' ? noFlags : flagsWith((flag: FlagName) => names.split(',').includes(flag));
}
