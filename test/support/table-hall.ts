/**
 * A hall with round tables, boxes and rows of seats: eight tables of six for two to four guests, two boxes of four, and a
 * circle without units. Each table is a row.
 */
import { ask } from './hall.ts';
import type { Show } from './service.ts';
import { succeeded } from './session-calls.ts';

const tableSeats = 6;
const boxSeats = 4;
const tableCount = 8;
const aroundTable = 26;

function seatsAround(x: number, y: number) {
  return Array.from({ length: tableSeats }, (_, at) => {
    const angle = (2 * Math.PI * at) / tableSeats;
    return { name: String(at + 1), x: x + aroundTable * Math.cos(angle), y: y + aroundTable * Math.sin(angle) };
  });
}

const tables = Array.from({ length: tableCount }, (_, at) => {
  return { name: `T${at + 1}`, seats: seatsAround(100 * (at % 4), 90 * Math.floor(at / 4)) };
});

const boxes = [-90, 390].map((x, at) => ({
  name: `Box ${at + 1}`,
  seats: Array.from({ length: boxSeats }, (_, place) => {
    return { name: String(place + 1), x: x + (place === 1 || place === 2 ? 24 : 0), y: place < 2 ? 24 : 48 };
  }),
}));

const rows = ['A', 'B'].map((name, at) => ({
  name,
  seats: Array.from({ length: 12 }, (_, place) => ({ name: String(place + 1), x: 18 + 24 * place, y: 170 + 28 * at })),
}));

export const tableHall = {
  name: 'Cabaret',
  sections: [
    { name: 'Tables', rows: tables },
    { name: 'Boxes', rows: boxes },
    { name: 'Circle', rows },
  ],
};

/** The ids of the seats of a table. */
export function seatsOfTable({ seats }: Show, table: number): number[] {
  return seats.slice(table * tableSeats, (table + 1) * tableSeats);
}

/** Sells tables and boxes as wholes. Answers the ids of the units in their order, the tables first. */
export async function setTables(show: Show): Promise<number[]> {
  const units = Array.from({ length: tableCount }, (_, at) => {
    return { name: `Table ${at + 1}`, seats: seatsOfTable(show, at), min: 2, max: 4 };
  });
  const first = tableCount * tableSeats;
  for (const at of [0, 1]) {
    const from = first + at * boxSeats;
    units.push({ name: `Box ${at + 1}`, seats: show.seats.slice(from, from + boxSeats), min: 4, max: 4 });
  }
  const answer = await ask('PUT', `/api/private/v2.0/schemas/${show.schemaId}/units/`, { units });
  return succeeded(answer).body.units.map(({ id }: { readonly id: number }) => id);
}
