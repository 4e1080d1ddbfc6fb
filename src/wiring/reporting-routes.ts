/** The routes of reports, orders and the audit, and what they share: one bound for all that run at this node. */
import { audit } from '#http/management/audit.ts';
import type { Route } from '#http/pipeline/route.ts';
import { orderRoutes } from '#http/private-v2/orders.ts';
import { reportRoutes } from '#http/private-v2/reports.ts';
import { ReportSlots } from '#reports/report-slots.ts';
import { Reports } from '#reports/reports.ts';
import { AuditEntries } from '#storage/catalog/audit-entries.ts';
import type { RouteWorld } from './route-world.ts';

export function reportingRoutes({ persistence, router }: RouteWorld): readonly Route[] {
  const { pool, events, eras, clusterVersion } = persistence;
  const reports = new Reports({ pool, settle: (eventNumbers) => router.settle(eventNumbers) });
  eras.onNew(() => reports.forget());
  const deps = { pool, events, reports, slots: new ReportSlots(), clusterVersion };
  return [...reportRoutes(deps), ...orderRoutes(deps), audit({ ...deps, entries: new AuditEntries(pool) })];
}
