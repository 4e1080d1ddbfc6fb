/** Repeats acknowledged calls of box offices: each must get its first answer again, and have no second effect. */
import { randomInt } from 'node:crypto';
import { callUntilAnswered, inParallel } from './audit-calls.ts';
import { type Deal, dealCall } from './deal.ts';
import type { Ledger } from './ledger.ts';
import { type CallSender, isReplayed } from './sender.ts';

/** Of the newest calls, and of all. */
const newestPerAudit = 10;
const anyPerAudit = 10;

/** Resolves with the number of calls. The audit of the event, which must follow, would show a second effect. */
export async function repeatDeals(ledger: Ledger, client: CallSender): Promise<number> {
  const done = ledger.deals.filter((deal) => deal.done !== null && ledger.isOnSale(deal));
  const any = done.length === 0 ? [] : Array.from({ length: anyPerAudit }, () => done[randomInt(done.length)]!);
  const deals = [...new Set([...done.slice(-newestPerAudit), ...any])];
  await inParallel(deals, (deal) => repeatDeal(ledger, client, deal));
  return deals.length;
}

async function repeatDeal(ledger: Ledger, client: CallSender, deal: Deal): Promise<void> {
  const { done } = deal;
  if (done === null) return;
  const { areaId } = ledger.targetOf(deal);
  const call = dealCall(done, { eventId: deal.eventId, areaId, token: ledger.token });
  const reply = await callUntilAnswered(client, call);
  const { status, body } = reply;
  const isAgain = status === 200 && body === true && isReplayed(reply);
  if (!isAgain)
    ledger.reportViolation(deal, `${done.verb} repeated with its key answered ${status} ${body?.errorCode ?? body}`);
}
