/** The audit of offices, over HTTP alone: what they have made is listed once, and what they have deleted is not. */
import { callUntilAnswered } from './audit-calls.ts';
import type { Ledger } from './ledger.ts';
import { type ItemKind, itemKinds, itemPrefix } from './office-item.ts';
import type { CallSender } from './sender.ts';

const pageSize = 100;

export async function auditItems(ledger: Ledger, client: CallSender): Promise<void> {
  if (ledger.itemsOpened === 0) return;
  for (const kind of itemKinds) auditKind(ledger, kind, await readIds(ledger, client, kind));
  ledger.items = ledger.items.filter(({ isGone }) => !isGone);
}

function auditKind(ledger: Ledger, kind: ItemKind, listed: Map<string, readonly number[]>): void {
  for (const { name, id, pending, isGone } of ledger.items.filter((item) => item.kind === kind)) {
    const ids = listed.get(name) ?? [];
    listed.delete(name);
    const isThere = id !== null && !isGone;
    const isRight = pending === null ? ids.length === (isThere ? 1 : 0) : ids.length <= 1;
    if (!isRight) {
      const state = pending === null ? (isThere ? 'made' : 'not there') : `to be ${pending}d`;
      ledger.reportViolation(null, `${kind} ${name} is ${state} and listed ${ids.length} times`);
    } else if (id !== null && ids.some((other) => other !== id)) {
      ledger.reportViolation(null, `${kind} ${name} is listed with id ${ids[0]}, it was made with ${id}`);
    }
  }
  for (const name of listed.keys()) ledger.reportViolation(null, `${kind} ${name} is listed, and it is deleted`);
}

/** The ids of the offices' items of one kind, by name. */
async function readIds({ token }: Ledger, client: CallSender, kind: ItemKind): Promise<Map<string, number[]>> {
  const ids = new Map<string, number[]>();
  for (let page = 0; ; page++) {
    const path = `/api/private/v2.0/${kind}s/?page=${page}&size=${pageSize}`;
    const { body } = await callUntilAnswered(client, { method: 'GET', path, headers: { 'x-api-key': token } });
    for (const { id, name, description } of body.content as { id: number; name?: string; description?: string }[]) {
      const itemName = name ?? description ?? '';
      if (itemName.startsWith(itemPrefix)) ids.set(itemName, [...(ids.get(itemName) ?? []), id]);
    }
    if (body.content.length < pageSize) return ids;
  }
}
