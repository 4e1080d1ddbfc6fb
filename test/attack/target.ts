/**
 * A service of its own to be attacked, with the limits at their defaults. Trusts one proxy, so that an attack can come
 * from many addresses. Has a known account, an event of 100,000 seats, and has answered enough calls to be warm.
 */
import { randomUUID } from 'node:crypto';
import { makeEvent, makeSchema } from '../../bench/stand/catalog.ts';
import { Client, type Reply } from '../../bench/stand/client.ts';
import { untilIdle } from '../../bench/stand/processor.ts';
import { type Demo, Service } from '../../bench/stand/service.ts';
import { openFiles } from './measurements.ts';

/**
 * Explicit, because services of a benchmark have no limits otherwise. The defaults, except where a comment says why.
 */
export const settings = {
  SESSIONS_PER_ADDRESS_PER_MINUTE: '300',
  CALLS_PER_SESSION_PER_SECOND: '20',
  LOGINS_PER_ADDRESS_PER_MINUTE: '60',
  /** Lower than the default, so that the bound is reached within a second. */
  EMPTY_SESSIONS_PER_EVENT_MAX: '1000',
  TRUST_PROXY: '1',
} as const;
const organizations = '/api/private/management/v2.0/organizations/';
const sessions = '/api/public/v2.0/session/';
const password = 'a known pass phrase';
const warmCalls = 20_000;
const warmAtOnce = 64;
const visitorConnections = 4;

export interface Account {
  readonly username: string;
  readonly password: string;
}

export class Target {
  readonly service: Service;
  readonly demo: Demo;
  readonly account: Account;
  /** A client without a key, over connections that no attack uses. */
  readonly visitor: Client;
  /** Files and connections that the service has open before an attack; null where the system does not tell. */
  private files: number | null = null;
  private big: Promise<string> | null = null;

  private constructor(service: Service, demo: Demo, account: Account, visitor: Client) {
    this.service = service;
    this.demo = demo;
    this.account = account;
    this.visitor = visitor;
  }

  static async open(): Promise<Target> {
    const service = await Service.start(settings);
    const visitor = new Client(service.baseUrl, {}, visitorConnections);
    const account = { username: `ada-${randomUUID()}@example.org`, password };
    const target = new Target(service, await service.demo(), account, visitor);
    await target.makeOrganization(account.username);
    await target.warm();
    target.files = await openFiles(service.pid);
    return target;
  }

  get port(): number {
    return this.service.port;
  }

  /** How many of its connections the service has not closed; null where the system does not tell. */
  async openConnections(): Promise<number | null> {
    const open = await openFiles(this.service.pid);
    return open === null || this.files === null ? null : open - this.files;
  }

  /** Creates an organization with one user. Throws when the service does not do it. */
  async makeOrganization(email = `bob-${randomUUID()}@example.org`): Promise<void> {
    const body = { name: 'Attacked', type: 'VENUE', firstName: 'Ada', lastName: 'Admin', email, password };
    const headers = { 'x-api-key': this.demo.tenantKey };
    await this.visitor.demand({ method: 'POST', path: organizations, body, headers });
  }

  /** Creates a session from an address. */
  createSession(address: string, key = randomUUID(), client = this.visitor): Promise<Reply> {
    const { eventId, publicKey } = this.demo;
    const headers = { 'idempotency-key': key, 'x-forwarded-for': address };
    return client.send({ method: 'POST', path: sessions, body: { eventId, publicKey }, headers });
  }

  readSession(sessionId: string): Promise<Reply> {
    return this.visitor.send({ method: 'GET', path: `${sessions}${sessionId}` });
  }

  logIn(account: Account, address: string, client = this.visitor): Promise<Reply> {
    const headers = { 'x-forwarded-for': address };
    return client.send({ method: 'POST', path: '/api/auth/login', body: account, headers });
  }

  /** The id of an event with 100,000 seats; made when it is first asked for. */
  bigEvent(): Promise<string> {
    this.big ??= this.makeBigEvent();
    return this.big;
  }

  async close(): Promise<void> {
    this.visitor.close();
    await this.service.dispose();
  }

  private async makeBigEvent(): Promise<string> {
    const owner = new Client(this.service.baseUrl, { 'x-api-key': this.demo.organizationToken });
    try {
      const { eventId } = await makeEvent(owner, this.demo, await makeSchema(owner, 100_000, 0));
      return eventId;
    } finally {
      owner.close();
    }
  }

  /** Any load takes some memory once, such as V8's young generation. That must not count as growth under an attack. */
  private async warm(): Promise<void> {
    const { eventId, publicKey } = this.demo;
    const path = `/api/public/v1.0/event/prices/?id=${eventId}&publicKey=${publicKey}`;
    const client = new Client(this.service.baseUrl, {}, warmAtOnce);
    for (let done = 0; done < warmCalls; done += warmAtOnce) {
      await Promise.all(Array.from({ length: warmAtOnce }, () => client.send({ method: 'GET', path })));
    }
    client.close();
    await untilIdle(this.service.pid);
  }
}
