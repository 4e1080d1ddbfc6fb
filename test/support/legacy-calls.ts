/** The calls of the legacy interface over HTTP, authenticated with the organization's private key. */
import type { Show, TestService } from './service.ts';

export const legacyPrefix = '/api/private/v1.0';

export interface LegacyLine {
  readonly compositeKey: string;
  readonly capacity?: number | null;
}

export interface AmountLine extends LegacyLine {
  readonly price: number;
  readonly properties?: unknown;
}

export const seatLine = (compositeKey: string): LegacyLine => ({ compositeKey });
export const areaLine = (compositeKey: string, capacity: number | null): LegacyLine => ({ compositeKey, capacity });
/** The line as the answer has it if it failed. */
export const failedLine = ({ compositeKey, capacity = null }: LegacyLine) => ({ capacity, compositeKey });

/** Calls on the show with the organization's private key, or with another one. */
export function legacyCalls(
  service: TestService,
  { eventId }: Pick<Show, 'eventId'>,
  key = service.catalog.organization.privateKey,
) {
  const book = (verb: 'lock' | 'sale' | 'unlock', body: unknown, idempotencyKey?: string) =>
    service.call('POST', `${legacyPrefix}/booking/${verb}?id=${eventId}`, {
      key,
      body,
      ...(idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': idempotencyKey } }),
    });
  return {
    book,
    assign: (body: unknown, clean = false) =>
      service.call('POST', `${legacyPrefix}/assignments/?id=${eventId}&clean=${clean}`, { key, body }),
    clean: () => service.call('POST', `${legacyPrefix}/assignments/clean?id=${eventId}`, { key }),
    clear: (body: unknown) => service.call('DELETE', `${legacyPrefix}/assignments/?id=${eventId}`, { key, body }),
  };
}
