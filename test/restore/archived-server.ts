/**
 * PostgreSQL servers of a drill: one whose WAL is archived, and servers that are restored from its backup. All of them
 * answer at one address, so that a service which lives through a restore finds the restored server.
 */
import { appendFile, chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { silentLog } from '#storage/database/log.ts';
import { createPool } from '#storage/database/pool.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#storage/embedded/embedded-postgres.ts';
import { restoreBackup } from '#storage/embedded/restore.ts';
import { eventually } from '../support/eventually.ts';
import { openRelay, type Relay } from '../support/relay.ts';

/** Where recovery ends: at a named moment, or at the end of the backup without any recovery of the archive. */
export type Target = { readonly moment: string } | 'copy';

export class ArchivedServer {
  readonly #parent: string;
  readonly #archive: string;
  readonly #ports: number[] = [];
  readonly #relay: Relay;
  #server: EmbeddedPostgres;
  #count = 1;

  static async start(parent: string): Promise<ArchivedServer> {
    const archive = join(parent, 'archive');
    await mkdir(archive);
    // Written by the account of PostgreSQL.
    await chmod(archive, 0o777);
    const dataDir = join(parent, 'server-1');
    const first = await startEmbeddedPostgres({ dataDir, durable: true, log: silentLog });
    const pool = await createPool(first.connectionString, { maximumPoolSize: 1, log: silentLog });
    await pool.query(sql.unsafe`alter system set archive_mode = on`);
    await pool.query(sql.unsafe`alter system set archive_command = ${sql.literalValue(`cp %p ${archive}/%f`)}`);
    await pool.end();
    await first.stop();
    const ports: number[] = [];
    const server = await startEmbeddedPostgres({ dataDir, durable: true, log: silentLog });
    return new ArchivedServer(parent, server, await openRelay(ports), ports);
  }

  private constructor(parent: string, server: EmbeddedPostgres, relay: Relay, ports: number[]) {
    this.#parent = parent;
    this.#archive = join(parent, 'archive');
    this.#server = server;
    this.#relay = relay;
    this.#ports = ports;
    this.#pointAt(server);
  }

  get dataDir(): string {
    return join(this.#parent, `server-${this.#count}`);
  }

  /** Of the server that runs now. */
  get connectionString(): string {
    const url = new URL(this.#server.connectionString);
    url.port = new URL(this.#relay.url).port;
    return url.href;
  }

  /** Names this moment in the WAL, which is archived up to here with the next records. */
  async mark(pool: DatabasePool, moment: string): Promise<void> {
    await pool.query(sql.unsafe`select pg_create_restore_point(${moment})`);
  }

  /** Resolves when everything that is committed now is archived. */
  async archived(pool: DatabasePool): Promise<void> {
    const name = sql.type(z.object({ name: z.string() }));
    const last = await pool.oneFirst(name`select pg_walfile_name(pg_switch_wal()) as name`);
    await eventually(() => pool.exists(sql.unsafe`select from pg_stat_archiver where last_archived_wal >= ${last}`));
  }

  /** Ends the server, and starts another from the backup. */
  async restore(backup: string, keyFingerprint: string, target: Target): Promise<void> {
    await this.#server.stop();
    this.#count += 1;
    const { dataDir } = this;
    await restoreBackup({ dataDir, source: backup, keyFingerprint, replaces: false, log: silentLog });
    const data = join(dataDir, 'postgres', 'data');
    const lines = ['archive_mode = off'];
    if (target === 'copy') await rm(join(data, 'recovery.signal'));
    else {
      lines.push(
        `restore_command = 'cp ${this.#archive}/%f %p'`,
        `recovery_target_name = '${target.moment}'`,
        `recovery_target_action = 'promote'`,
      );
    }
    await appendFile(join(data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
    this.#server = await startEmbeddedPostgres({ dataDir, durable: true, log: silentLog });
    this.#pointAt(this.#server);
  }

  async close(): Promise<void> {
    this.#relay.close();
    await this.#server.stop();
  }

  #pointAt({ connectionString }: EmbeddedPostgres): void {
    this.#ports[0] = Number(new URL(connectionString).port);
  }
}
