/** The routes that tell what happens to an event, and what it has been through. */
import type { Route } from '#http/pipeline/route.ts';
import { activityRoutes } from '#http/private-v2/activity.ts';
import { history } from '#http/private-v2/history.ts';
import { toldHistory } from '#storage/history/told-history.ts';
import type { RouteWorld } from './route-world.ts';

export function evidenceRoutes(world: RouteWorld): readonly Route[] {
  const { persistence, router: engine, samples, clock, readMoment, readArchivedHistory: readArchived } = world;
  const { pool, events } = persistence;
  const now = (): number => clock.now();
  return [
    ...history({
      engine,
      events,
      now,
      readStored: (eventNumber, pending, asked) => toldHistory(pool, eventNumber, pending, asked),
      readMoment,
      readArchived,
    }),
    ...activityRoutes({ engine, events, samples, now }),
  ];
}
