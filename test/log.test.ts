/** The service's log: its format, and secrets that it never contains. */
import { makeLog, scrub } from '../src/log.ts';

const sessionId = '0000002a-51f0-8c3d-9b1e-6f2a77c0d914';
const privateKey = '5bd3a1f2-8d0e-4c6f-a1b2-0c9d8e7f6a5b';
const tokens = ['usher_org_V1StGXR8Z5jdHi6B_myT-9', 'TEN:kx7Q:usher_ten_V1StGXR8Z5jdHi6B_myT-9'];

function logged(details: object, message = 'something happened'): string {
  const lines: string[] = [];
  makeLog('info', { write: (line: string) => lines.push(line) }).error(details, message);
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

describe('a log line', () => {
  test('is one line of JSON with time, level and message', () => {
    const line = JSON.parse(logged({ eventNumber: 42 }, 'activated'));
    expect(line).toEqual({ level: 'error', time: expect.stringMatching(/Z$/), eventNumber: 42, msg: 'activated' });
  });

  test.each([sessionId, sessionId.toUpperCase(), privateKey, ...tokens])(
    'never contains the secret %s, from any field of the details',
    (secret) => {
      const error = new Error(`GET /api/public/v2.0/session/${secret}/lock failed`, { cause: new Error(secret) });
      const places = [
        { err: error },
        { sessionId: secret },
        { deep: { list: [secret] } },
        { eventId: 'x', url: `/a?k=${secret}` },
      ];
      for (const details of places) expect(logged(details)).not.toContain(secret);
      expect(logged({}, `key ${secret} refused`)).not.toContain(secret);
      expect(logged({ requestId: sessionId })).not.toContain(sessionId);
    },
  );

  test('never contains a password or the headers of a request', () => {
    const details = {
      password: 'hunter2',
      user: { password: 'hunter2', token: 'hunter2' },
      headers: { 'x-api-key': 'hunter2' },
      err: new Error(
        'connect postgres://usher:hunter2@db:5432/usher failed, password=hunter2, x-api-key: hunter2, {"password":"hunter2"}',
      ),
    };
    const line = logged(details);
    expect(line).not.toContain('hunter2');
    expect(JSON.parse(line).err.message).toContain('@db:5432/usher');
  });

  test('has the name, message, stack and cause of an error, but not the values of a database error', () => {
    const error = Object.assign(new RangeError('too long', { cause: new Error('why') }), { values: ['Jane Doe'] });
    const line = logged({ err: error });
    expect(line).not.toContain('Jane Doe');
    expect(JSON.parse(line).err).toMatchObject({ name: 'RangeError', message: 'too long', cause: { message: 'why' } });
    expect(JSON.parse(logged({ err: 'thrown text' })).err).toEqual({ message: 'thrown text' });
  });

  test('contains the ids of events, requests and nodes, because they give no access', () => {
    const eventId = '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001';
    expect(JSON.parse(logged({ eventId, requestId: eventId }))).toMatchObject({ eventId, requestId: eventId });
    expect(JSON.parse(logged({ owner: eventId, node: eventId }))).toMatchObject({ owner: eventId, node: eventId });
    expect(scrub(`event ${eventId}`)).toBe('event [uuid]');
  });
});
