/** What an office knows of one venue or webhook that it makes and deletes, and the calls for it. */
import type { KeyedCall } from './sender.ts';

export const itemKinds = ['venue', 'webhook'] as const;
export type ItemKind = (typeof itemKinds)[number];

export interface OfficeItem {
  readonly kind: ItemKind;
  /** No other item has it. The keys of the calls begin with it. */
  readonly name: string;
  /** Null until its creation is answered. */
  id: number | null;
  /** The call that is not answered yet; null: none. */
  pending: 'create' | 'delete' | null;
  isGone: boolean;
}

/** The first part of every item's name. */
export const itemPrefix = 'office-';
/** The webhooks are disabled: nothing is sent there. */
const url = 'http://127.0.0.1:1/';

/** The request that makes the item. */
export function createItemCall({ kind, name }: OfficeItem, token: string): KeyedCall {
  const headers = { 'X-API-Key': token, 'Idempotency-Key': `${name}-create` };
  return {
    name: `the creation of a ${kind}`,
    by: (client) =>
      kind === 'venue'
        ? client.POST('/api/private/v2.0/venues/', { body: { name }, headers })
        : client.POST('/api/private/v2.0/webhooks/', { body: { url, description: name, enabled: false }, headers }),
  };
}

/** The request that deletes the item. */
export function deleteItemCall({ kind, name, id }: OfficeItem, token: string): KeyedCall {
  const params = { path: { id: id ?? 0 } };
  const headers = { 'X-API-Key': token, 'Idempotency-Key': `${name}-delete` };
  return {
    name: `the deletion of a ${kind}`,
    by: (client) =>
      kind === 'venue'
        ? client.DELETE('/api/private/v2.0/venues/{id}', { params, headers })
        : client.DELETE('/api/private/v2.0/webhooks/{id}', { params, headers }),
  };
}
