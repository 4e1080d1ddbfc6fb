/** The tickets of an event as a value. */
import { Tickets } from '#domain/tickets/tickets.ts';

test('what was captured is kept once, also when a line was read back and has an object of its own', () => {
  const senior = { id: 3, name: '36.60', cents: 3660, ticketType: { id: 'senior', name: 'Senior' } };
  const child = { ...senior, ticketType: { id: 'child', name: 'Child' } };
  const tickets = new Tickets();
  tickets.setSeat(22, senior);
  tickets.setSeat(19, { ...senior });
  tickets.setSeat(20, child);
  tickets.changePlaces(0, 7, { ...child }, 2);
  const image = { captures: [child, senior], seats: [22, 19, 20], seatCaptures: [1, 1, 0], places: [[0, 7, 0, 2]] };
  expect(tickets.image()).toEqual(image);
});
