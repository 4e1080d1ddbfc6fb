/** A webhook in memory with its signer, ready for requests. Reads it; never writes it. */
import type { SendingWebhook } from '#storage/webhooks/delivery-log.ts';
import type { SenderWorld } from './ports.ts';
import { Signer } from './signature.ts';

export type OpenWebhook = Pick<SendingWebhook, 'cursor' | 'id' | 'organizationId' | 'types' | 'url'> & {
  readonly signer: Signer;
};

/** Null: it is disabled, or there is no such webhook. */
export async function openWebhook({ deliveries }: SenderWorld, webhookId: number): Promise<OpenWebhook | null> {
  const found = await deliveries.find(webhookId);
  if (found === null || !found.enabled) return null;
  const { id, organizationId, url, types, cursor } = found;
  return { id, organizationId, url, types, cursor, signer: new Signer(found) };
}
