/** The words of a report: what rows can be told apart by, and the name of a row in each. Pure. */
import type { components } from '../../../client/index.ts';
import { words } from '../format.ts';
import { type ShownState, stateText } from './state-words.ts';

export type ReportRow = components['schemas']['ReportRow'];
export type Grouping = components['schemas']['EventReport']['by'][number];

export const groupings = [
  { name: 'section', label: 'Section' },
  { name: 'price', label: 'Price' },
  { name: 'ticketType', label: 'Ticket type' },
  { name: 'allotment', label: 'Allotment' },
  { name: 'channel', label: 'Channel' },
  { name: 'status', label: 'State' },
] as const satisfies readonly { readonly name: Grouping; readonly label: string }[];

const channelWords = {
  SESSION: 'Session of a buyer',
  PRIVATE_SALE: 'Sold by the organization',
  BOX_OFFICE: 'Locked or blocked by the organization',
} as const;
const nothing: Readonly<Record<Grouping, string>> = {
  status: 'All',
  section: 'All',
  price: 'No price',
  ticketType: 'The price itself',
  allotment: 'The public',
  channel: 'Nobody',
};

export function nameIn(row: ReportRow, by: Grouping): string {
  const value = row[by];
  if (value === undefined) return 'All';
  if (value === null) return nothing[by];
  if (by === 'status') return stateText(value as ShownState);
  if (by === 'channel') return channelWords[value as keyof typeof channelWords];
  return typeof value === 'string' ? words(value) : value.name;
}
