/** The answers of the running service to the calls of a scenario, as bytes, for baselines that answer constants. */
import { postRequest } from '../load/buyer.ts';
import { captureAnswer } from '../load/capture.ts';
import type { Target } from '../load/plan.ts';
import { InvalidRun, type Stage } from '../stand/stage.ts';
import { makeSessions } from './holds.ts';

/** Answers to a hold of two seats and to giving them back, in base64. Nothing stays held. */
export async function holdAnswers(stage: Stage): Promise<readonly [lock: string, unlock: string]> {
  const target = await stage.lastHotEvent();
  const [lock, unlock] = await changeAnswers(stage, target, await freshSession(stage, target));
  return [lock, unlock];
}

/**
 * Answers to the calls of an on-sale's visitor by kind, in base64: the map in brotli, the session, a hold, giving it back.
 */
export async function visitAnswers(stage: Stage, target: Target): Promise<Readonly<Record<string, string>>> {
  const sessionId = await freshSession(stage, target);
  const path = `/api/public/v1.0/event/prices/?id=${target.eventId}&publicKey=${target.publicKey}`;
  const poll = await answerOf(stage.service.baseUrl, getRequest(stage, path));
  const [lock, unlock, read] = await changeAnswers(stage, target, sessionId);
  return { poll, read, lock, unlock };
}

async function changeAnswers(stage: Stage, { seats }: Target, sessionId: string): Promise<[string, string, string]> {
  const { host } = new URL(stage.service.baseUrl);
  const path = `/api/public/v2.0/session/${sessionId}`;
  const body = `{"seats":[${seats.at(-2)},${seats.at(-1)}],"groupOfSeats":[]}`;
  const lock = await answerOf(stage.service.baseUrl, postRequest(host, `${path}/lock`, body));
  const read = await answerOf(stage.service.baseUrl, getRequest(stage, path));
  const unlock = await answerOf(stage.service.baseUrl, postRequest(host, `${path}/unlock`, body));
  return [lock, unlock, read];
}

async function freshSession({ visitor }: Stage, target: Target): Promise<string> {
  const [sessionId] = await makeSessions(visitor, target, 1);
  return sessionId as string;
}

function getRequest({ service }: Stage, path: string): string {
  const { host } = new URL(service.baseUrl);
  return `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\naccept-encoding: br\r\n\r\n`;
}

/** The service's answer to a request that succeeds, in base64. */
export async function answerOf(baseUrl: string, request: string): Promise<string> {
  const { status, text } = await captureAnswer(baseUrl, request);
  if (status >= 300) throw new InvalidRun(`an answer to be repeated has status ${status}`);
  return Buffer.from(text, 'latin1').toString('base64');
}
