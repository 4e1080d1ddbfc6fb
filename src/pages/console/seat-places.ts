/** The layout of an event and its units, and the words for a place in it. */
import { type Plan, type Row, readPlan, type SchemaObject, usualNouns } from '../shared/plan.ts';
import { noUnits, readUnits, type Units } from '../shared/units.ts';
import type { Desk } from './desk.ts';
import type { Client } from './service.ts';
import { text } from './texts.ts';

/** Rejects as `Service.ask` does. */
export async function readEventPlan({ service, organization }: Desk, eventId: string): Promise<Plan> {
  const query = { id: eventId, publicKey: organization.publicKey };
  const schema = await service.ask((client) => client.GET('/api/public/v1.0/event/', { params: { query } }));
  return readPlan(schema as unknown as SchemaObject);
}

export function listUnits(client: Client, id: string) {
  return client.GET('/api/private/v2.0/events/{id}/units/', { params: { path: { id } } });
}

/** What the event sells as a whole. Rejects as `Service.ask` does. */
export async function readEventUnits({ service }: Pick<Desk, 'service'>, eventId: string, plan: Plan): Promise<Units> {
  if (!plan.hasUnits) return noUnits;
  const { units } = await service.ask((client) => listUnits(client, eventId));
  return readUnits(plan, units);
}

/** "Stalls, row A, seat 12". `seat`: its place in the plan. */
export function seatPlace(plan: Plan, seat: number): string {
  const row = plan.rows[plan.rowOf[seat] ?? -1];
  const section = plan.sectors[plan.sectorOf[seat] ?? -1]?.name ?? '';
  if (row === undefined) return section;
  return text('seatPlace', { section, row: rowName(row), seat: seatName(row, plan.names[seat] ?? '') });
}

/** The layout's own nouns are not translated. */
function rowName({ noun, label }: Row): string {
  return noun === usualNouns.row ? text('rowOf', { label }) : `${noun} ${label}`;
}

function seatName({ seatNoun }: Row, label: string): string {
  return seatNoun === usualNouns.seat ? text('seatOf', { label }) : `${seatNoun} ${label}`;
}

/** The same by the id of the seat; a seat that the layout no longer has is told by its id. */
export function seatPlaceOf(plan: Plan, id: number): string {
  const seat = plan.seatById.get(id);
  return seat === undefined ? text('seatGone', { id: String(id) }) : seatPlace(plan, seat);
}

export function areaName({ sectors }: Plan, id: number): string {
  return sectors.find((sector) => sector.id === id)?.name ?? text('areaGone', { id: String(id) });
}
