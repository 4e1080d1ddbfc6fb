/** The texts of the page that the page that embeds it may change. English unless it does. */
import type { Messages } from '../../component/options.ts';

const english: Required<Messages> = {
  orderTitle: 'Your order',
  emptyOrder: 'Choose seats on the map, or let us find the best ones. Nothing is paid yet.',
  checkOut: 'Check out',
  giveBackAll: 'Give everything back',
  bestTitle: 'Best available seats',
  findBest: 'Find the best seats',
  paying:
    'Your tickets are reserved. Please complete the payment with the organizer. This page shows the confirmation as ' +
    'soon as it arrives.',
  confirmed: 'Your order is confirmed. The organizer sends you your tickets.',
};
const lengthMax = 300;

let texts = english;

export function text(name: keyof Messages): string {
  return texts[name];
}

/** Texts of unknown names and what is no text are left out. */
export function setMessages(wanted: unknown): void {
  const given = typeof wanted === 'object' && wanted !== null ? Object.entries(wanted) : [];
  const known = given.filter(([name, value]) => Object.hasOwn(english, name) && typeof value === 'string');
  texts = { ...english, ...Object.fromEntries(known.map(([name, value]) => [name, value.slice(0, lengthMax)])) };
}
