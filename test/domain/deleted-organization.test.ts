/** An organization that is being deleted: its sessions and events are unknown, and expiry still works. */
import { EventDriver, organizationId, outcomeOf, selectionOf } from '../support/event-driver.ts';

describe('when the organization is being deleted', () => {
  test('its sessions and its events are unknown to every command', () => {
    const driver = new EventDriver();
    const sessionId = driver.create();
    Object.assign(driver, { policy: { ...driver.policy, isOrganizationDeleted: true } });
    for (const command of [
      { kind: 'get-session', sessionId },
      { kind: 'lock-session', sessionId, selection: selectionOf([101]) },
      { kind: 'checkout-session', sessionId, selection: selectionOf([]) },
      { kind: 'cancel-session', sessionId, body: { startOver: false } },
      { kind: 'read-session', organizationId, sessionId },
      { kind: 'create-session', sessionId: 'new', keyHash: 'new' },
      { kind: 'read-prices' },
      { kind: 'read-inventory' },
    ] as const) {
      const answer = driver.ask(command);
      expect(outcomeOf(answer)).toBe('ENTITY_NOT_FOUND');
      if (answer.ok) throw new Error('it was not refused');
      const noun = 'sessionId' in command && command.kind !== 'create-session' ? 'session' : 'event';
      expect(answer.refusal.detail).toBe(`There is no such ${noun}.`);
    }
    expect(driver.ask({ kind: 'expire', sessions: [1], locks: [] }).ok).toBe(true);
  });
});
