/** The mailbox: its order, its bounds, and that refused callers get an answer. */
import { expectedWaitMaxMs, Mailbox, mailboxAgeMaxMs, mailboxDepthMax, type PendingCommand } from '#actors/mailbox.ts';

function entry(askedAt: number, refused: number[] = []): PendingCommand {
  return {
    command: { kind: 'read-inventory' },
    askedAt,
    askedMs: 0,
    isLookedUp: false,
    resolve: () => {},
    reject: () => void refused.push(askedAt),
  };
}

const unavailable = expect.objectContaining({ name: 'Fault', code: 'UNAVAILABLE' });

describe('a mailbox', () => {
  test('hands out commands in the order of arrival, as many as requested', () => {
    const mailbox = new Mailbox();
    for (const at of [1, 2, 3, 4, 5]) mailbox.post(entry(at));
    expect(mailbox.drain(2, 0).map(({ askedAt }) => askedAt)).toEqual([1, 2]);
    mailbox.post(entry(6));
    expect(mailbox.depth).toBe(4);
    expect(mailbox.drain(4, 0).map(({ askedAt }) => askedAt)).toEqual([3, 4, 5, 6]);
    expect([mailbox.drain(10, 0), mailbox.depth]).toEqual([[], 0]);
  });

  test('accepts 10,000 commands and refuses the next one', () => {
    const mailbox = new Mailbox();
    for (let count = 0; count < mailboxDepthMax; count++) mailbox.post(entry(0));
    expect(mailbox.refusalAt(0)).toEqual(unavailable);
    expect(() => mailbox.post(entry(0))).toThrow(unavailable);
    mailbox.drain(1, 0);
    expect(mailbox.refusalAt(0)).toBeNull();
    mailbox.post(entry(0));
    expect(mailbox.depth).toBe(mailboxDepthMax);
  });

  test('accepts no command while its oldest one has waited too long', () => {
    const mailbox = new Mailbox();
    mailbox.post(entry(1000));
    mailbox.post(entry(1000 + mailboxAgeMaxMs));
    expect(() => mailbox.post(entry(1001 + mailboxAgeMaxMs))).toThrow(unavailable);
  });

  test('accepts no command whose estimated wait is too long at the current rate, and accepts more when it is empty', () => {
    const mailbox = new Mailbox();
    const msEach = 10;
    const most = expectedWaitMaxMs / msEach;
    for (let count = 0; count <= most; count++) mailbox.post(entry(0));
    mailbox.drain(1, 0);
    mailbox.post(entry(0));
    mailbox.drain(1, msEach);
    mailbox.post(entry(msEach));
    expect(mailbox.depth).toBe(most + 1);
    expect(() => mailbox.post(entry(msEach))).toThrow(unavailable);
    mailbox.drain(mailbox.depth, 2 * msEach);
    for (let count = 0; count < 2 * most; count++) mailbox.post(entry(2 * msEach));
    expect(mailbox.depth).toBe(2 * most);
  });

  test('refuses old commands, and keeps the others in order', () => {
    const mailbox = new Mailbox();
    const refused: number[] = [];
    for (const at of [1, 2, 3, 4]) mailbox.post(entry(at, refused));
    mailbox.refuseOlderThan(3);
    expect(refused).toEqual([1, 2]);
    mailbox.refuseOlderThan(3);
    expect(mailbox.drain(9, 0).map(({ askedAt }) => askedAt)).toEqual([3, 4]);
    mailbox.post(entry(5, refused));
    mailbox.refuseOlderThan(6);
    expect([refused, mailbox.depth]).toEqual([[1, 2, 5], 0]);
  });

  test('refuses all waiting commands', () => {
    const mailbox = new Mailbox();
    const faults: unknown[] = [];
    const fault = Object.assign(new Error('gone'), { code: 'UNAVAILABLE' as const, retryAfterSeconds: 1 });
    for (const at of [1, 2]) mailbox.post({ ...entry(at), reject: (one) => void faults.push(one) });
    mailbox.refuseAll(fault as never);
    expect(faults).toEqual([fault, fault]);
    expect(mailbox.depth).toBe(0);
  });
});
