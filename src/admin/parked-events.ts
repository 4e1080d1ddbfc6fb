/** `events parked` and `events unpark`: events that are set aside because their journal cannot be replayed. */
import { listParkedEvents, unparkEvent } from '#storage/journal/parked-events.ts';
import { BadUsage, type Run } from './command.ts';
import { withSecretKeys } from './database.ts';

export const listParked: Run = () =>
  withSecretKeys(async ({ persistence }) => {
    const parked = await listParkedEvents(persistence.pool);
    for (const { eventNumber, at, reason } of parked) console.log(`${eventNumber}  ${at.toISOString()}  ${reason}`);
    if (parked.length === 0) console.log('No event is parked.');
    return 0;
  });

export const unpark: Run = async ([text = '']) => {
  const eventNumber = Number(text);
  if (!/^\d{1,9}$/.test(text)) throw new BadUsage(`'${text}' is not the number of an event`);
  return withSecretKeys(async ({ persistence }) => {
    if (!(await unparkEvent(persistence.pool, eventNumber))) throw new Error(`event ${eventNumber} is not parked`);
    console.log(`event ${eventNumber} is loaded again at its next request`);
    return 0;
  });
};
