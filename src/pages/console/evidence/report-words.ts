/** The words of a report: what rows can be told apart by, and the name of a row in each. Pure. */
import type { components } from '../../../client/index.ts';
import { text as words } from '../texts.ts';
import { type ShownState, stateText } from './state-words.ts';
import { text } from './texts.ts';

export type ReportRow = components['schemas']['ReportRow'];
export type Grouping = components['schemas']['EventReport']['by'][number];

export const groupings = [
  { name: 'section', label: text('section') },
  { name: 'price', label: words('price') },
  { name: 'ticketType', label: text('byTicketType') },
  { name: 'allotment', label: text('byAllotment') },
  { name: 'release', label: text('byRelease') },
  { name: 'channel', label: text('byChannel') },
  { name: 'status', label: words('state') },
] as const satisfies readonly { readonly name: Grouping; readonly label: string }[];

const channelWords = {
  SESSION: text('channelSession'),
  PRIVATE_SALE: text('channelPrivate'),
  BOX_OFFICE: text('channelBoxOffice'),
} as const;
const releaseWords = {
  TIME: 'releaseTime',
  EVENT: 'releaseEvent',
  SECTION: 'releaseSection',
  PRICE: 'releasePrice',
} as const;
const nothing: Readonly<Record<Grouping, string>> = {
  status: text('allRows'),
  section: text('allRows'),
  price: text('noPrice'),
  ticketType: text('priceItself'),
  allotment: text('thePublic'),
  release: text('notReleased'),
  channel: text('nobody'),
};

export function nameIn(row: ReportRow, by: Grouping): string {
  const value = row[by];
  if (value === undefined) return text('allRows');
  if (value === null) return nothing[by];
  if (by === 'status') return stateText(value as ShownState);
  if (by === 'channel') return channelWords[value as keyof typeof channelWords];
  if (typeof value === 'string') return value;
  return 'cause' in value ? text(releaseWords[value.cause], { allotment: value.allotment.name }) : value.name;
}
