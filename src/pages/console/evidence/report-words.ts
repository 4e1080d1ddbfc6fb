/** The words of a report: what rows can be told apart by, and the name of a row in each. Pure. */
import type { components } from '../../../client/index.ts';
import { words } from '../format.ts';

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

const stateWords = { AVAILABLE: 'Available', LOCKED: 'Held or locked', SOLD: 'Sold', BLOCKED: 'Blocked' } as const;
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
  if (by === 'status') return stateWords[value as keyof typeof stateWords];
  if (by === 'channel') return channelWords[value as keyof typeof channelWords];
  return typeof value === 'string' ? words(value) : value.name;
}
