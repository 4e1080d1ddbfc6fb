/**
 * A follower of the organization's feed, by long polling or by the stream: goes on from its cursor, each time at another
 * node, and passes on every change that it is told. Never reads a change twice by itself: a change that is told twice
 * was sent twice.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { isBrokenConnection } from '../support/broken-connection.ts';
import { EventStreamReader } from '../support/event-stream-reader.ts';
import type { FollowedFeed, FollowerPlace, ToldChange } from './followed-feed.ts';

export interface FollowerCounts {
  /** Pages that were read, and streams that were begun. */
  pages: number;
  streams: number;
}

export interface FollowerWorld {
  readonly nodes: readonly { readonly baseUrl: string }[];
  /** The organization's token. */
  readonly token: string;
  readonly feed: FollowedFeed;
  readonly counts: FollowerCounts;
  readonly report: (violation: string) => void;
}

export type FollowerKind = 'poll' | 'stream';

const path = '/api/private/v2.0/changes/';
const retryMs = 50;
/** A page ends in the middle of a row, at its end, or after many rows. */
const limits = [7, 100, 1_000];
const waitSecondsMax = 2;
/** A node that is frozen or cut off does not answer; the follower then asks another one. */
const answerMs = 4_000;
const streamMsMax = 5_000;

export class FeedFollower {
  readonly place: FollowerPlace;
  readonly #kind: FollowerKind;
  readonly #world: FollowerWorld;
  #cursor = 'start';
  #isClosed = false;
  #leave: () => void = () => undefined;

  constructor(name: string, kind: FollowerKind, world: FollowerWorld) {
    this.place = { name, count: 0, isAstray: false };
    this.#kind = kind;
    this.#world = world;
  }

  /** Follows until closed. */
  async run(): Promise<void> {
    while (!this.#isClosed) {
      const reading = this.#kind === 'poll' ? this.#readPage() : this.#readStream();
      const isAnswered = await reading.catch((error: unknown) => this.#failed(error));
      if (!isAnswered) await pause(retryMs);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#leave();
  }

  /** False: the node has not answered with a page. */
  async #readPage(): Promise<boolean> {
    const query = new URLSearchParams({
      after: this.#cursor,
      limit: `${limits[randomInt(limits.length)]}`,
      waitSeconds: `${randomInt(waitSecondsMax + 1)}`,
    });
    const response = await this.#ask(`${path}?${query}`, {}, answerMs);
    let text = '';
    for await (const piece of response) text += piece;
    if (response.statusCode !== 200) return this.#refused(response, text);
    const { changes, next } = JSON.parse(text) as { changes: readonly ToldChange[]; next: string };
    // Together, as a client would store them: a page that broke off is read again.
    for (const change of changes) this.#world.feed.hear(this.place, change);
    this.#cursor = next;
    this.#world.counts.pages++;
    return true;
  }

  /** One stream, until it ends or is left. False: the node has not answered with a stream. */
  async #readStream(): Promise<boolean> {
    const query = this.#cursor === 'start' ? '?after=start' : '';
    const headers: Record<string, string> = query === '' ? { 'last-event-id': this.#cursor } : {};
    const response = await this.#ask(`${path}stream${query}`, headers, randomInt(streamMsMax));
    if (response.statusCode !== 200) return this.#refused(response, '');
    this.#world.counts.streams++;
    const reader = new EventStreamReader();
    for await (const piece of response) {
      for (const { id, data } of reader.read(piece)) {
        this.#world.feed.hear(this.place, data);
        if (id === null) this.#world.report(`${this.place.name} was told change ${data.id} without a cursor`);
        else this.#cursor = id;
      }
    }
    return true;
  }

  /** Rejects when there is no answer; the answer breaks off after `ms`. */
  async #ask(target: string, headers: Record<string, string>, ms: number): Promise<IncomingMessage> {
    const { nodes, token } = this.#world;
    const { baseUrl } = nodes[randomInt(nodes.length)] as { readonly baseUrl: string };
    const sent = request(`${baseUrl}${target}`, { agent: false, headers: { 'x-api-key': token, ...headers } });
    this.#leave = () => sent.destroy();
    const timer = setTimeout(this.#leave, ms);
    sent.on('close', () => clearTimeout(timer)).on('error', () => undefined);
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response.setEncoding('utf8');
  }

  /** An answer that cannot be read is a violation; a connection that broke is not. */
  #failed(error: unknown): false {
    if (!isBrokenConnection(error)) this.#world.report(`${this.place.name} could not read an answer: ${error}`);
    return false;
  }

  #refused(response: IncomingMessage, text: string): false {
    response.resume();
    // 503: the node stops, or its database does.
    if (response.statusCode !== 503) {
      this.#world.report(`${this.place.name} was answered ${response.statusCode} ${text} after ${this.#cursor}`);
    }
    return false;
  }
}
