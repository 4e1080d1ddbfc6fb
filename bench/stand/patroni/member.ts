/**
 * One member of a cluster under Patroni: a Patroni and the PostgreSQL that it runs, under an account that PostgreSQL
 * accepts. Both can be killed at once, as when their machine is gone.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chown, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '#storage/embedded/command.ts';
import { spawnAs } from './account.ts';

export interface MemberPlan {
  readonly name: string;
  /** Does not exist yet. */
  readonly directory: string;
  readonly postgresPort: number;
  readonly patroniPort: number;
  readonly account: Account;
  readonly patroni: string;
  /** The file that all members have. */
  readonly configuration: string;
  /** What all members have in their environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A member as Patroni describes it. */
export interface MemberState {
  readonly name: string;
  /** `leader`, `sync_standby` or `replica`. */
  readonly role: string;
  /** `running` or, of a standby in newer versions, `streaming`. */
  readonly state: string;
}

export class Member {
  readonly name: string;
  readonly postgresPort: number;
  readonly logPath: string;
  private readonly plan: MemberPlan;
  private child: ChildProcess | null = null;

  constructor(plan: MemberPlan) {
    this.plan = plan;
    this.name = plan.name;
    this.postgresPort = plan.postgresPort;
    this.logPath = join(plan.directory, 'patroni.log');
  }

  /** Starts Patroni, which makes its PostgreSQL what the cluster needs. Does not wait for that. */
  async start(): Promise<void> {
    const { name, directory, account, postgresPort, patroniPort, patroni, configuration, environment } = this.plan;
    await mkdir(directory, { recursive: true });
    if (account !== null) await chown(directory, account.uid, account.gid);
    const child = spawnAs(account, patroni, [configuration], {
      directory,
      environment: {
        ...environment,
        HOME: directory,
        PATRONI_NAME: name,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroniPort}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${patroniPort}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${postgresPort}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${postgresPort}`,
        PATRONI_POSTGRESQL_DATA_DIR: join(directory, 'data'),
        PATRONI_POSTGRESQL_PGPASS: join(directory, 'pgpass'),
      },
    });
    const log = createWriteStream(this.logPath, { flags: 'a' });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    child.on('close', () => log.end());
    this.child = child;
  }

  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** kill -9 of Patroni and of the postmaster at once; resolves when Patroni is gone. */
  async kill(): Promise<void> {
    const postmaster = await this.postmasterPid();
    const gone = this.end('SIGKILL');
    if (postmaster !== null) process.kill(postmaster, 'SIGKILL');
    await gone;
  }

  /** Patroni stops its PostgreSQL before it ends. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  /** The cluster as this member's Patroni sees it; null: it does not answer. */
  async states(): Promise<readonly MemberState[] | null> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.plan.patroniPort}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      });
      return ((await answer.json()) as { members: readonly MemberState[] }).members;
    } catch {
      return null;
    }
  }

  private async postmasterPid(): Promise<number | null> {
    const text = await readFile(join(this.plan.directory, 'data', 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(text.split('\n')[0]);
    return pid > 0 ? pid : null;
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (child === null || !this.isRunning) return;
    const gone = once(child, 'exit');
    child.ref();
    child.kill(signal);
    await gone;
  }
}
