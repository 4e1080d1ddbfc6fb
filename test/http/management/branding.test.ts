/** The brand of an organization over HTTP: set, replaced, removed, refused, and read by the pages of its buyers alone. */
import { errorsOf } from '../../support/answers.ts';
import { ask, service, show, useHall } from '../../support/hall.ts';
import { hire } from '../../support/people-calls.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

useHall({ once: true });

const path = '/api/private/management/v2.0/branding/';
const brand = {
  logoUrl: 'https://theatre.example/logo.svg?v=2',
  logoAlt: 'City Theatre',
  colours: { light: { accent: '#7a1f3d', accentInk: '#ffffff' }, dark: { accent: '#f2a7bf', accentInk: '#2b0a16' } },
  texts: {
    de: { checkOut: 'Zur Kasse', tickets: { one: '{count} Karte', other: '{count} Karten' } },
    fr: { seats: '{count} fauteuils' },
  },
};
const nothing = { logoUrl: null, logoAlt: null, colours: { light: {}, dark: {} }, texts: {} };

const put = (body: unknown) => ask('PUT', path, body);
const read = async () => succeeded(await ask('GET', path)).body.brand;
const face = async (headers = {}) => {
  const { publicKey } = service.catalog.organization;
  return succeeded(
    await service.call('GET', `/api/public/v2.0/event/${show.eventId}/face/?publicKey=${publicKey}`, { headers }),
  );
};
const picturesOf = async () => {
  const { publicKey } = service.catalog.organization;
  const { headers } = await fetch(`${service.url}/map/?event=${show.eventId}&key=${publicKey}`, { method: 'HEAD' });
  return /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
};

test('a brand is set, replaced, read again after a restart, and removed', async () => {
  expect(await read()).toBeNull();
  expect(succeeded(await put(brand)).body).toEqual(brand);
  await service.restart();
  expect(await read()).toEqual(brand);
  expect(succeeded(await put({})).body).toEqual(nothing);
  const { light } = brand.colours;
  succeeded(await put({ colours: { light: { ...light, ink: null }, dark: null }, texts: { de: {} }, logoUrl: null }));
  expect(await read()).toEqual({ ...nothing, colours: { light, dark: {} } });
  expect((await ask('DELETE', path)).status).toBe(204);
  expect((await ask('DELETE', path)).status).toBe(204);
  expect(await read()).toBeNull();
});

test('buyers are told the brand with the face of the event, at once, and only of the organization that has it', async () => {
  const before = await face();
  expect(Object.keys(before.body)).not.toContain('brand');
  expect(await picturesOf()).toBe("'self' data: blob:");
  succeeded(await put(brand));
  const branded = await face({ 'if-none-match': before.headers.get('etag') ?? '' });
  expect(branded.body).toEqual({ ...before.body, brand });
  expect(await picturesOf()).toBe("'self' data: blob: https://theatre.example");
  const { token } = service.catalog.other;
  expect(succeeded(await service.call('GET', path, { key: token })).body).toEqual({ brand: null });
  succeeded(await service.call('PUT', path, { key: token, body: { logoAlt: 'Other' } }));
  expect((await face()).body.brand).toEqual(brand);
  succeeded(await service.call('DELETE', path, { key: token }));
  expect(await read()).toEqual(brand);
  succeeded(await ask('DELETE', path));
  const after = await face();
  expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
  expect(await picturesOf()).toBe("'self' data: blob:");
});

test('managers may, others and people with a limit to events may not', async () => {
  const manager = await hire(service, 'MANAGER');
  expect(succeeded(await manager.ask('PUT', path, brand)).body).toEqual(brand);
  const seller = await hire(service, 'BOX_OFFICE');
  const limited = await hire(service, 'MANAGER', [show.eventId]);
  for (const [method, body] of [['GET'], ['PUT', {}], ['DELETE']] as const) {
    expect(outcomeOf(await seller.ask(method, path, body))).toBe('403 ROLE_NOT_ALLOWED');
    expect(outcomeOf(await limited.ask(method, path, body))).toBe('403 EVENT_NOT_ALLOWED');
  }
  expect(outcomeOf(await service.call('GET', path))).toBe('403 ACCESS_DENIED');
  expect(await read()).toEqual(brand);
});

test('the audit says who has changed what', async () => {
  succeeded(await put(brand));
  succeeded(await ask('DELETE', path));
  const { entries } = succeeded(await ask('GET', '/api/private/management/v2.0/audit/?limit=2')).body;
  expect(entries.map(({ operation }: { operation: string }) => operation)).toEqual(['removeBranding', 'putBranding']);
  expect(JSON.stringify(entries[0].before)).toContain('City Theatre');
  expect(entries[1].after).toMatchObject({ logoAlt: 'City Theatre' });
});

test.each([
  [{ logoUrl: 'http://theatre.example/logo.svg' }, 'logoUrl PATTERN'],
  [{ logoUrl: 'javascript:alert(1)' }, 'logoUrl PATTERN'],
  [{ logoUrl: 'https://me:secret@theatre.example/' }, 'logoUrl PATTERN'],
  [{ logoUrl: `https://theatre.example/${'a'.repeat(2_048)}` }, 'logoUrl SIZE'],
  [{ logoUrl: 7 }, 'logoUrl TYPE'],
  [{ logoAlt: '' }, 'logoAlt SIZE'],
  [{ logoAlt: 'a'.repeat(256) }, 'logoAlt SIZE'],
  [{ logoAlt: 'a\u0000' }, 'logoAlt PATTERN'],
  [{ colours: [] }, 'colours TYPE'],
  [{ colours: { light: 'red' } }, 'colours.light TYPE'],
  [{ colours: { light: { accent: 'red' } } }, 'colours.light.accent PATTERN'],
  [{ colours: { dark: { ink: '#fff' } } }, 'colours.dark.ink PATTERN'],
  [{ colours: { dark: { ink: '#ffffff;x' } } }, 'colours.dark.ink PATTERN'],
  [{ colours: { dark: { ink: 'url(//x)' } } }, 'colours.dark.ink PATTERN'],
  [{ texts: [] }, 'texts TYPE'],
  [{ texts: { sv: {} } }, 'texts.sv UNKNOWN_VALUE'],
  [{ texts: { 'de-AT': {} } }, 'texts.de-AT UNKNOWN_VALUE'],
  [{ texts: { de: 'Kasse' } }, 'texts.de TYPE'],
  [{ texts: { de: { nothing: 'x' } } }, 'texts.de.nothing UNKNOWN_VALUE'],
  [{ texts: { de: { toString: 'x' } } }, 'texts.de.toString UNKNOWN_VALUE'],
  [{ texts: { de: { checkOut: '' } } }, 'texts.de.checkOut SIZE'],
  [{ texts: { de: { checkOut: 'a'.repeat(301) } } }, 'texts.de.checkOut SIZE'],
  [{ texts: { de: { checkOut: 'a\ud800' } } }, 'texts.de.checkOut PATTERN'],
  [{ texts: { de: { checkOut: 7 } } }, 'texts.de.checkOut TYPE'],
  [{ texts: { de: { checkOut: null } } }, 'texts.de.checkOut TYPE'],
  [{ texts: { de: { checkOut: { other: 'x' } } } }, 'texts.de.checkOut TYPE'],
  [{ texts: { de: { checkOut: 'Zahle {count}' } } }, 'texts.de.checkOut PATTERN'],
  [{ texts: { de: { rowLabel: 'Reihe' } } }, 'texts.de.rowLabel PATTERN'],
  [{ texts: { de: { tickets: 'Karten' } } }, 'texts.de.tickets PATTERN'],
  [{ texts: { de: { tickets: { one: 'eine Karte' } } } }, 'texts.de.tickets.other NOT_NULL'],
  [{ texts: { de: { tickets: { other: 'Karten' } } } }, 'texts.de.tickets.other PATTERN'],
  [{ texts: { de: { tickets: { one: '{name}', other: '{count}' } } } }, 'texts.de.tickets.one PATTERN'],
  [{ texts: { de: { tickets: { some: 'x', other: '{count}' } } } }, 'texts.de.tickets.some UNKNOWN_VALUE'],
  [{ texts: { de: { tickets: { one: [], other: '{count}' } } } }, 'texts.de.tickets.one TYPE'],
])('%j is refused and changes nothing', async (body, error) => {
  succeeded(await put(brand));
  const answer = await put(body);
  expect(outcomeOf(answer)).toBe('400 VALIDATION_FAILED');
  expect(errorsOf(answer)).toContain(error);
  expect(await read()).toEqual(brand);
});

test('texts have 20,000 characters or less in all, and a large body is refused', async () => {
  const keys = ['checkOut', 'payingText', 'emptyOrder', 'keepPageOpen', 'randomOrder', 'noPassText', 'comeInByItself'];
  const long = Object.fromEntries(keys.filter((key) => key !== 'payingText').map((key) => [key, 'ä'.repeat(300)]));
  const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ja', 'ar'];
  const all = Object.fromEntries(languages.map((language) => [language, long]));
  succeeded(await put({ texts: all }));
  const more = { ...long, giveBackAll: 'a'.repeat(300), close: 'a'.repeat(300) };
  const tooMany = Object.fromEntries(languages.map((language) => [language, more]));
  expect(errorsOf(await put({ texts: tooMany }))).toEqual(['texts SIZE']);
  expect(outcomeOf(await put({ texts: { de: { checkOut: 'a'.repeat(3_000_000) } } }))).toBe('413 PAYLOAD_TOO_LARGE');
  expect((await read()).texts).toEqual(all);
});

test.each([
  [{ light: { ink: '#bbbbbb' } }, ['colours.light.ink has a contrast of 1.71:1 on paper, and needs 4.5:1', 3]],
  [
    { light: { accent: '#ffe500' } },
    ['colours.light.accentInk has a contrast of 1.27:1 on accent, and needs 4.5:1', 1],
  ],
  [{ dark: { card: '#ffffff' } }, ['colours.dark.ink has a contrast of 1.10:1 on card, and needs 4.5:1', 6]],
])('colours %j cannot be read: each pair is told with its ratio', async (colours, [first, count]) => {
  succeeded(await put(brand));
  const answer = await put({ colours });
  expect(outcomeOf(answer)).toBe('422 LOW_CONTRAST');
  const { errors } = answer.body;
  expect([`${errors[0].field} ${errors[0].message}`, errors.length]).toEqual([first, count]);
  expect(await read()).toEqual(brand);
});
