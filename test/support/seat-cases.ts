/** Every state in which a seat can be available, held, locked or sold, with the calls that bring seat 101 there. */
import type { EventDriver } from './event-driver.ts';

export const seatIn = {
  available: () => undefined,
  'held by an ACTIVE session': (driver: EventDriver) => driver.lock(driver.create(), [101]),
  'held by a lapsed session': (driver: EventDriver) => {
    driver.lock(driver.create(), [101]);
    driver.now += driver.policy.holdMs;
  },
  'held by a PENDING_PAYMENT session': (driver: EventDriver) => {
    driver.lock(driver.create(), [101]);
    driver.checkout('s1');
  },
  'bought by a session': (driver: EventDriver) => {
    seatIn['held by a PENDING_PAYMENT session'](driver);
    driver.confirm('s1');
  },
  'locked privately': (driver: EventDriver) => driver.book('lock-seats', [101]),
  'blocked by its hold type': (driver: EventDriver) => driver.book('lock-seats', [101], [], { holdType: 'HOUSE' }),
  'sold privately': (driver: EventDriver) => driver.book('sell-seats', [101]),
} satisfies Record<string, (driver: EventDriver) => unknown>;

export type SeatCase = keyof typeof seatIn;
