/**
 * The groupings of a report: for each its value of a place, the order of its values, and its columns in a
 * table. One definition for each; JSON, CSV and the order of rows are loops over them.
 */
import { type ReleaseCause, releaseCauses } from '#domain/allotments/allotment.ts';

export const statuses = ['AVAILABLE', 'LOCKED', 'SOLD', 'BLOCKED'] as const;
export type Status = (typeof statuses)[number];

/**
 * SESSION: a buyer's session holds the place or has bought it. PRIVATE_SALE: sold without a session. BOX_OFFICE: held or bought by
 * a session of the counter, or locked or blocked by the organization.
 */
export const channels = ['SESSION', 'PRIVATE_SALE', 'BOX_OFFICE'] as const;
export type Channel = (typeof channels)[number];

/** Something with a name. `id` is null in a report over several events, where each has its own. */
export interface Named {
  readonly id: number | string | null;
  readonly name: string;
}

/** The release of a place: its cause, and the allotment that the place was put in. */
export interface Release {
  readonly cause: ReleaseCause;
  readonly allotment: Named;
}

/** Everything by which places can be told apart. Null: there is none. */
export interface Place {
  readonly status: Status;
  /** `position`: in the layout. */
  readonly section: (Named & { readonly position: number }) | null;
  readonly price: Named | null;
  readonly ticketType: Named | null;
  readonly allotment: Named | null;
  readonly release: Release | null;
  readonly channel: Channel | null;
}

export const groupings = ['status', 'section', 'price', 'ticketType', 'allotment', 'release', 'channel'] as const;
export type Grouping = (typeof groupings)[number];

type Cell = string | number | null;

interface GroupingDefinition {
  /** Equal keys are one group. */
  key(place: Place): string;
  /** As JSON shows it. */
  shown(place: Place): unknown;
  /** The names of its columns in a table, and their cells. */
  readonly columns: readonly string[];
  cells(place: Place): readonly Cell[];
  compare(a: Place, b: Place): number;
}

function wordGrouping<Word extends string>(
  name: string,
  words: readonly Word[],
  wordOf: (place: Place) => Word | null,
): GroupingDefinition {
  const rankOf = (place: Place): number => {
    const word = wordOf(place);
    return word === null ? words.length : words.indexOf(word);
  };
  return {
    key: (place) => wordOf(place) ?? '',
    shown: wordOf,
    columns: [name],
    cells: (place) => [wordOf(place)],
    compare: (a, b) => rankOf(a) - rankOf(b),
  };
}

function namedGrouping(
  name: string,
  namedOf: (place: Place) => Named | null,
  compare: (a: Place, b: Place) => number = (a, b) => compareNames(namedOf(a), namedOf(b)),
): GroupingDefinition {
  return {
    key(place) {
      const value = namedOf(place);
      return value === null ? '' : JSON.stringify([value.id, value.name]);
    },
    shown(place) {
      const value = namedOf(place);
      return value === null ? null : { id: value.id, name: value.name };
    },
    columns: [`${name}Id`, name],
    cells(place) {
      const value = namedOf(place);
      return [value?.id ?? null, value?.name ?? null];
    },
    compare,
  };
}

/** By code units, so that every node sorts alike; null comes last. */
function compareNames(a: Named | null, b: Named | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  const [idA, idB] = [String(a.id), String(b.id)];
  return idA === idB ? 0 : idA < idB ? -1 : 1;
}

const releaseGrouping: GroupingDefinition = {
  key({ release }) {
    return release === null ? '' : JSON.stringify([release.cause, release.allotment.id, release.allotment.name]);
  },
  shown: ({ release }) => release,
  columns: ['release', 'releasedFromId', 'releasedFrom'],
  cells: ({ release }) => [release?.cause ?? null, release?.allotment.id ?? null, release?.allotment.name ?? null],
  compare({ release: a }, { release: b }) {
    const rankOf = (release: Release | null): number =>
      release === null ? releaseCauses.length : releaseCauses.indexOf(release.cause);
    return rankOf(a) - rankOf(b) || compareNames(a?.allotment ?? null, b?.allotment ?? null);
  },
};

const positionOf = ({ section }: Place): number => section?.position ?? Number.MAX_SAFE_INTEGER;

export const definitionOf: { readonly [Name in Grouping]: GroupingDefinition } = {
  status: wordGrouping('status', statuses, ({ status }) => status),
  section: namedGrouping(
    'section',
    ({ section }) => section,
    (a, b) => positionOf(a) - positionOf(b),
  ),
  price: namedGrouping('price', ({ price }) => price),
  ticketType: namedGrouping('ticketType', ({ ticketType }) => ticketType),
  allotment: namedGrouping('allotment', ({ allotment }) => allotment),
  release: releaseGrouping,
  channel: wordGrouping('channel', channels, ({ channel }) => channel),
};
