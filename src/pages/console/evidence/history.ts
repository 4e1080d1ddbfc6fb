/** Reads what happened to a seat or an area, by pages, the latest first. */
import type { components } from '../../../client/index.ts';
import type { Service } from '../service.ts';

export type History = components['schemas']['SeatHistory'] | components['schemas']['AreaHistory'];

export interface Recorded {
  readonly kind: 'seat' | 'area';
  readonly id: number;
}

interface Page {
  readonly limit: number;
  /** `next` of the page before; absent: the first page. */
  readonly after?: string;
}

/** Rejects as `Service.ask` does. */
export function readHistory(service: Service, eventId: string, of: Recorded, page: Page): Promise<History> {
  if (of.kind === 'area') {
    const params = { path: { id: eventId, areaId: of.id }, query: page };
    return service.ask((client) => client.GET('/api/private/v2.0/events/{id}/areas/{areaId}/history/', { params }));
  }
  const params = { path: { id: eventId, seatId: of.id }, query: page };
  return service.ask((client) => client.GET('/api/private/v2.0/events/{id}/seats/{seatId}/history/', { params }));
}
