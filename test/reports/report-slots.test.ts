/** How many reports run at once. */
import { ReportSlots } from '#reports/report-slots.ts';

const take = (slots: ReportSlots, organization: number): (() => void) => {
  const slot = slots.take(organization);
  if (typeof slot === 'string') throw new Error(slot);
  return slot;
};

test('an organization and a node have so many, and a place that is given back is free once', () => {
  const slots = new ReportSlots({ perOrganizationMax: 2, perNodeMax: 3 });
  const first = take(slots, 1);
  take(slots, 1);
  expect(slots.take(1)).toBe('organization-full');
  take(slots, 2);
  expect(slots.take(3)).toBe('node-full');
  first();
  first();
  take(slots, 1);
  expect([slots.take(1), slots.take(3)]).toEqual(['organization-full', 'node-full']);
});
