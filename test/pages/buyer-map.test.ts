/**
 * The buyer's page in a real Chromium against a real service: two buyers compete, one buys by the keyboard alone. Also
 * refusals, the queue and passes.
 */
import type { BuyerPage } from '../support/buyer-page.ts';
import { open, useBuyers } from '../support/buyers.ts';
import { eventually } from '../support/eventually.ts';
import { calls, service, show, useHall } from '../support/hall.ts';
import { passCalls } from '../support/pass-calls.ts';
import { claimsFor, secretIssuer, signPass } from '../support/passes.ts';
import { applySettings } from '../support/service.ts';
import { succeeded } from '../support/session-calls.ts';

useHall();
useBuyers();

afterEach(() => applySettings(service, {}));

/** The newest session of the show. */
async function newestSession(): Promise<string> {
  return succeeded(await calls.list()).body[0].id;
}

describe('two buyers', () => {
  test('a hold is shown on another browser', async () => {
    const [one, other] = await Promise.all([open(show), open(show)]);
    await Promise.all([one.sees('18'), other.openRow('Stalls', 'Row A')]);
    expect(await other.seat('Seat 3')).toContain('Available');
    const before = await one.picture();
    for (const at of [2, 3, 4]) {
      await calls.open([show.seats[at] as number]);
      await other.seatSays(`Seat ${at + 1}`, 'Taken');
    }
    await one.sees('15');
    expect(await one.picture()).not.toBe(before);
  });

  test('the slower of two who want one seat is offered a seat close to it, and takes it with one press', async () => {
    const buyers = await Promise.all([open(show), open(show)]);
    await Promise.all(buyers.map((buyer) => buyer.openRow('Stalls', 'Row B')));
    await Promise.all(buyers.map((buyer) => buyer.choose('Seat 3')));
    const texts = await Promise.all(buyers.map(outcomeShown));
    expect(texts.toSorted()).toEqual(['gone', 'held']);
    const slower = buyers[texts.indexOf('gone')] as BuyerPage;
    await slower.page.locator('.notice__choices button').click();
    await slower.sees('1 ticket');
    await slower.sees('45.00 EUR');
  });

  async function outcomeShown(buyer: BuyerPage): Promise<string> {
    const text = 'document.body.innerText';
    const script = `${text}.includes("This seat is gone") ? "gone" : ${text}.includes("Check out") && "held"`;
    return (await buyer.until(script)) as string;
  }
});

describe('a purchase', () => {
  test('is made by the keyboard alone, its confirmation is heard, and no call is refused', async () => {
    const buyer = await open(show);
    await buyer.sees('Best available');
    await buyer.tabTo('Seat map');
    await buyer.hears('Stalls, Row A, Seat 1, 45.00 EUR, Available');
    await buyer.key('ArrowRight');
    await buyer.hears('Seat 2');
    await buyer.key('ArrowDown');
    await buyer.hears('Row B, Seat 2');
    await buyer.key('Enter');
    await buyer.hears('Yours: Stalls, Row B, Seat 2. 1 ticket in your order.');
    await buyer.tabTo('Check out');
    await buyer.key('Enter');
    await buyer.hears('Waiting for the payment');
    const session = await newestSession();
    succeeded(await calls.confirm(session, { reference: 'ORDER-1' }));
    await buyer.hears('Your order is confirmed');
    await buyer.sees('You are going!');
    expect((await calls.cart(session)).seats).toEqual([show.seats[7]]);
    expect(buyer.refusals).toEqual([]);
  });

  test('of the best seats and of places survives a reload, and is given back without a trace', async () => {
    const buyer = await open(show);
    await buyer.seesMap();
    const before = await buyer.picture();
    await buyer.press('Find the best seats');
    await buyer.sees('2 tickets');
    await buyer.press('One place more in Floor');
    await buyer.sees('3 tickets');
    await buyer.sees('119.50 EUR');
    await buyer.page.reload();
    await buyer.sees('3 tickets');
    await buyer.sees('119.50 EUR');
    await buyer.press('Give everything back');
    await buyer.press('Give them back');
    await buyer.sees('Choose seats on the map');
    await eventually(async () => (await buyer.picture()) === before);
    expect(await buyer.page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('sessionId');
  });

  test('ends when its time is over, and another one can begin', async () => {
    const buyer = await open(show);
    await buyer.press('Find the best seats');
    await buyer.sees('14:5');
    service.clock.advance(899_000);
    await buyer.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await buyer.sees('Please check out soon');
    service.clock.advance(5_000);
    await buyer.sees('Your time has run out');
    await buyer.press('Choose again');
    await buyer.sees('Choose seats on the map');
  });

  test('that would leave a seat alone is refused, with an alternative', async () => {
    await applySettings(service, { orphanSeatPrevention: true });
    const buyer = await open(show);
    await buyer.openRow('Stalls', 'Row A');
    await buyer.choose('Seat 2');
    await buyer.sees('One seat would be left alone');
    await buyer.press('Take Stalls, Row A, Seat 1 as well');
    await buyer.sees('2 tickets');
  });
});

test('a press on a price dims the seats of all others, and a second press shows them again', async () => {
  const buyer = await open(show);
  await buyer.seesMap();
  const all = await buyer.picture();
  await buyer.press('29.50 EUR 24 left');
  await eventually(async () => (await buyer.picture()) !== all);
  await buyer.press('29.50 EUR 24 left');
  await eventually(async () => (await buyer.picture()) === all);
});

describe('a buyer who may not enter yet', () => {
  test('waits in line and comes in when it is their turn', async () => {
    await admission({ mode: 'QUEUE', ratePerMinute: 0 });
    const buyer = await open(show);
    await buyer.sees('You are in line');
    await admission({ mode: 'QUEUE' });
    service.clock.advance(2_000);
    await buyer.sees('Best available');
    await buyer.press('Find the best seats');
    await buyer.sees('2 tickets');
    expect(await buyer.page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('qt_');
  });

  test('needs a pass, which does not stay in the address', async () => {
    const issuer = secretIssuer('shop');
    const passes = passCalls(service, show);
    await passes.store(issuer);
    await passes.setMode('PASS');
    const uninvited = await open(show);
    await uninvited.sees('You need an invitation');
    const pass = await signPass(issuer, claimsFor(show.eventId, service.clock.now(), { maxSeats: 3 }));
    const invited = await open(show, { fragment: `#pass=${pass}` });
    await invited.press('Find the best seats');
    await invited.sees('2 tickets');
    expect(await invited.page.evaluate('location.href + JSON.stringify(history.state)')).not.toContain('pass');
  });

  test('reads why nothing is sold', async () => {
    const { token: key } = service.catalog.organization;
    const path = `/api/private/v2.0/events/${show.eventId}/status`;
    const buyer = await open(show);
    await buyer.sees('Best available');
    succeeded(await service.call('POST', path, { key, body: { status: 'ARCHIVED' } }));
    await buyer.sees('This event is over');
  });

  async function admission(body: object): Promise<void> {
    const { token: key } = service.catalog.organization;
    succeeded(await service.call('PUT', `/api/private/v2.0/events/${show.eventId}/admission`, { key, body }));
  }
});
