/** Assigning prices to all seats and areas of pricing zones, over HTTP. */
import { errorsOf } from '../../support/answers.ts';
import { type Answer, openPricedShow, type Show } from '../../support/service.ts';
import { service, useService } from '../../support/shared-service.ts';
import { lines, type ZoneCalls, zoneCalls } from '../../support/zone-calls.ts';

let show: Show;
let path: string;
let ask: ZoneCalls['ask'];
let make: ZoneCalls['make'];
let assign: ZoneCalls['assign'];

useService();

beforeEach(async () => {
  show = await openPricedShow(service);
  ({ path, ask, make, assign } = zoneCalls(service, show));
});

const codeOf = ({ status, body }: Answer) => [status, body.errorCode];

describe('prices by zone', () => {
  const prices = () => `/api/private/v2.0/event/${show.eventId}/prices/assignments/`;

  /** The price of each seat, then of the area, with the area's places. */
  async function priced(): Promise<unknown[]> {
    const { body } = await ask('GET', prices());
    const [floor] = body.groupsOnEvent;
    return [
      ...body.seatsOnEvent.map(({ priceId }: { priceId: number | null }) => priceId),
      floor.priceId,
      floor.activeCount,
    ];
  }

  test('apply to the current contents of the zone, and not to seats that it gets later', async () => {
    const [front, back] = await make('Front', 'Back');
    const [high, low] = show.prices as [number, number];
    await assign({ seats: lines(show.seats.slice(0, 2), front), groupOfSeats: lines(show.areas, front) });
    const change = { pricingZones: [{ objectId: front, assignmentId: low, activeCount: 120 }] };
    const done = await ask('POST', prices(), change);
    expect([done.status, done.body]).toEqual([200, true]);
    const expected = [low, low, ...Array(7).fill(high), low, 120];
    expect(await priced()).toEqual(expected);
    await assign({ seats: [...lines(show.seats.slice(4, 6), front), ...lines(show.seats.slice(0, 1), back)] });
    expect(await priced()).toEqual(expected);
    expect((await ask('POST', prices(), change)).status).toBe(200);
    expect(await priced()).toEqual([low, low, high, high, low, low, high, high, high, low, 120]);
  });

  test('do not override separate lines, and use the zone’s number of places of an area by default', async () => {
    const [zone] = await make('All');
    const [high, low] = show.prices as [number, number];
    const [area] = show.areas;
    await assign({
      seats: lines(show.seats, zone),
      groupOfSeats: [{ objectId: area, assignmentId: zone, activeCount: 77 }],
    });
    const pricingZones = lines([zone as number], low);
    await ask('POST', prices(), { seats: lines(show.seats.slice(3, 4), high), pricingZones });
    expect(await priced()).toEqual([low, low, low, high, low, low, low, low, low, low, 77]);
    await ask('POST', prices(), {
      groupOfSeats: [{ objectId: area, assignmentId: high, activeCount: 5 }],
      pricingZones,
    });
    expect(await priced()).toEqual([...Array(9).fill(low), high, 5]);
  });

  test('are removed by zone', async () => {
    const [zone] = await make('Front');
    const [high] = show.prices as [number];
    await assign({ seats: lines(show.seats.slice(1, 3), zone) });
    const gone = await ask('DELETE', prices(), { pricingZones: lines([zone as number], high) });
    expect([gone.status, gone.body]).toEqual([200, true]);
    expect((await priced()).slice(0, 4)).toEqual([high, null, null, high]);
  });

  test('can be assigned on every event of the schema', async () => {
    const [zone] = await make('Front');
    await assign({ seats: lines(show.seats.slice(0, 1), zone) });
    const { body: event } = await ask('POST', '/api/private/v2.0/events/', {
      ...{ name: 'Second', start: '2027-05-02T19:30:00', endDate: '2027-05-02T22:00:00', schemaId: show.schemaId },
    });
    show = { ...show, eventId: event.id };
    const [price] = (await ask('POST', `/api/private/v2.0/event/${event.id}/prices/`, [{ name: '9' }])).body;
    expect((await ask('POST', prices(), { pricingZones: lines([zone as number], price.id) })).status).toBe(200);
    expect((await priced()).slice(0, 3)).toEqual([price.id, null, null]);
  });

  test('are refused for held seats, which are named', async () => {
    const [zone] = await make('Front');
    const [, low] = show.prices as [number, number];
    await assign({ seats: lines(show.seats, zone) });
    const held = { seats: [{ id: show.seats[2] }] };
    expect((await ask('POST', `/api/private/v2.0/booking/lock?eventId=${show.eventId}`, held)).body).toBe(true);
    const refused = await ask('POST', prices(), { pricingZones: lines([zone as number], low) });
    expect(codeOf(refused)).toEqual([409, 'DATA_INTEGRITY_VIOLATION']);
    expect(refused.body.conflicts).toEqual({ seats: [show.seats[2]], groupOfSeats: [] });
  });

  test('need zones of the schema, prices of the event and at most the places of an area', async () => {
    const [zone, empty] = (await make('Front', 'Empty')) as [number, number];
    const [, low] = show.prices as [number, number];
    await assign({ groupOfSeats: lines(show.areas, zone) });
    const other = await openPricedShow(service);
    const { body: foreign } = await ask('POST', path.replace(String(show.schemaId), String(other.schemaId)), [
      { name: 'F' },
    ]);
    for (const [pricingZones, errors] of [
      [
        lines([empty, 4711, foreign[0].id], low),
        ['pricingZones[1].objectId UNKNOWN_VALUE', 'pricingZones[2].objectId UNKNOWN_VALUE'],
      ],
      [lines([empty], 4711), ['pricingZones[0].assignmentId UNKNOWN_VALUE']],
      [
        [...lines([empty], low), { objectId: zone, assignmentId: low, activeCount: 301 }],
        ['pricingZones[1].activeCount MAX'],
      ],
      [
        [{ objectId: zone, activeCount: -1 }],
        ['pricingZones[0].assignmentId NOT_NULL', 'pricingZones[0].activeCount MIN'],
      ],
    ] as const) {
      for (const method of errors[0] === 'pricingZones[1].activeCount MAX' ? ['POST'] : ['POST', 'DELETE']) {
        const answer = await ask(method, prices(), { pricingZones });
        expect(codeOf(answer)).toEqual([400, 'VALIDATION_FAILED']);
        expect(errorsOf(answer)).toEqual(errors);
      }
    }
  });
});
