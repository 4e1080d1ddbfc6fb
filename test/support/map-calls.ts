/** The public map reads over HTTP, as a renderer in a browser sends them. */
import type { Answer, ServiceCalls } from './service.ts';

export const mapPath = '/api/public/v1.0/event/';

export interface MapReader {
  readonly event: (condition?: string) => Promise<Answer>;
  readonly prices: (condition?: string) => Promise<Answer>;
  readonly rowLabels: (condition?: string) => Promise<Answer>;
  readonly schema: (schemaId: number, condition?: string) => Promise<Answer>;
}

/** Reads with the organization's public key, or with another one. */
export function mapReads(
  service: ServiceCalls,
  eventId: string,
  publicKey = service.catalog.organization.publicKey,
): MapReader {
  const headers = (condition?: string) => ({
    headers: condition === undefined ? {} : { 'If-None-Match': condition },
  });
  const query = (id: string | number) => `?id=${id}&publicKey=${publicKey}`;
  return {
    event: (condition) => service.call('GET', `${mapPath}${query(eventId)}`, headers(condition)),
    prices: (condition) => service.call('GET', `${mapPath}prices/${query(eventId)}`, headers(condition)),
    rowLabels: (condition) => service.call('GET', `${mapPath}schema/rows/${query(eventId)}`, headers(condition)),
    schema: (schemaId, condition) => service.call('GET', `${mapPath}schema/${query(schemaId)}`, headers(condition)),
  };
}
