/** The commands of prices and of what they are assigned to. */
import type { LineAssignmentCommand, PricingCommand } from '../command.ts';
import { decideLineAssignments } from '../pricing/decide-line-assignments.ts';
import { decidePricing } from '../pricing/decide-pricing.ts';
import type { CommandDefinitions } from './definition.ts';

export const pricingCommands: CommandDefinitions<PricingCommand | LineAssignmentCommand> = {
  // A second run would fail: the name is taken, or the price unknown.
  'define-prices': { isRepeatable: () => false, decide: decidePricing },
  'delete-price': { isRepeatable: () => false, decide: decidePricing },
  'rename-prices': { decide: decidePricing },
  'read-prices': { isRead: true, decide: decidePricing },
  // A second run would offer places again that were booked since.
  'assign-prices': {
    isRepeatable: ({ groupOfSeats }) => groupOfSeats.every(({ activeCount }) => activeCount === null),
    decide: decidePricing,
  },
  'unassign-prices': { decide: decidePricing },
  // A second run would undo bookings made since the first.
  'clean-assignments': { isRepeatable: () => false, decide: decideLineAssignments },
  'assign-amounts': {
    isRepeatable: ({ isClean, groupOfSeats }) => !isClean && groupOfSeats.length === 0,
    decide: decideLineAssignments,
  },
  'clear-prices': { decide: decideLineAssignments },
};
