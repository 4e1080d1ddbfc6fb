/**
 * A PostgreSQL of several members under Patroni, with etcd and HAProxy, from the files in `deploy/patroni`. Its primary
 * can be switched over and killed. All data is deleted at the end, and no process outlives the one that started it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accountForNewDatabase } from '#storage/embedded/account.ts';
import { runToEnd } from '../cluster/command.ts';
import { withDatabase } from '../database.ts';
import { freePort } from '../free-port.ts';
import { spawnTethered } from '../tether.ts';
import { Member, type MemberPlan, type MemberState } from './member.ts';
import { type PgbouncerPlan, startPgbouncer } from './pgbouncer.ts';
import type { Programs } from './programs.ts';

/** How the service finds the primary: through HAProxy, by a list of hosts, or through PgBouncer and HAProxy. */
export const ways = ['haproxy', 'hosts', 'pgbouncer'] as const;
export type Way = (typeof ways)[number];

const deployed = join(import.meta.dirname, '..', '..', '..', 'deploy', 'patroni');
const configuration = join(deployed, 'patroni.yml');
/** HAProxy's file names so many; one that was never started counts as down. */
const membersMax = 3;
const readyMs = 240_000;
const pollMs = 100;

/** Everything that is decided before the first process starts. */
interface Ground {
  readonly programs: Programs;
  readonly directory: string;
  readonly password: string;
  readonly etcdPort: number;
  readonly haproxyPort: number;
  readonly pgbouncer: PgbouncerPlan;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** As many as HAProxy's file names. */
  readonly plans: readonly MemberPlan[];
}

export class HighlyAvailable {
  readonly members: readonly Member[];
  private readonly ground: Ground;
  private readonly helpers: ChildProcess[];

  private constructor(ground: Ground, members: number) {
    this.ground = ground;
    this.members = ground.plans.slice(0, members).map((plan) => new Member(plan));
    this.helpers = [startEtcd(ground), startHaproxy(ground)];
    watchPostmasters(ground);
  }

  /** Starts all members; resolves once there are a primary, its synchronous standby and the service's database. */
  static async start(programs: Programs, members: number): Promise<HighlyAvailable> {
    const cluster = new HighlyAvailable(await prepare(programs), members);
    try {
      cluster.helpers.push(unread(await startPgbouncer(cluster.ground.pgbouncer)));
      for (const member of cluster.members) await member.start();
      await cluster.whole();
      const { password } = cluster.ground;
      const { postgresPort } = await cluster.primary();
      await withDatabase(`postgres://postgres:${password}@127.0.0.1:${postgresPort}/postgres`, async (client) => {
        await client.query(`create role usher login password '${password}'`);
        await client.query('create database usher owner usher');
      });
      return cluster;
    } catch (error) {
      await cluster.dispose();
      throw error;
    }
  }

  /** DATABASE_URL of the service. */
  url(way: Way): string {
    const { password, haproxyPort, pgbouncer } = this.ground;
    const hosts = this.members.map(({ postgresPort }) => `127.0.0.1:${postgresPort}`).join(',');
    const targets: Readonly<Record<Way, string>> = {
      haproxy: `127.0.0.1:${haproxyPort}/usher`,
      hosts: `${hosts}/usher?target_session_attrs=read-write&connect_timeout=10`,
      pgbouncer: `127.0.0.1:${pgbouncer.port}/usher`,
    };
    return `postgres://usher:${password}@${targets[way]}`;
  }

  /** Through a PgBouncer that shares its connections by transactions, which the service must refuse. */
  get transactionsUrl(): string {
    return this.url('pgbouncer').replace(/usher$/, 'transactions');
  }

  /** The member that accepts writes, as Patroni says. */
  async primary(): Promise<Member> {
    const states = await this.states();
    const leader = states.find(({ role }) => role === 'leader')?.name;
    const primary = this.members.find(({ name }) => name === leader);
    if (primary === undefined) throw new Error('the cluster has no primary');
    return primary;
  }

  /** Lets the primary and its synchronous standby change their roles; resolves when Patroni says that they have. */
  async switchover(): Promise<void> {
    const states = await this.states();
    const [from, to] = ['leader', 'sync_standby'].map((wanted) => states.find(({ role }) => role === wanted)?.name);
    if (from === undefined || to === undefined) throw new Error('the cluster has no synchronous standby');
    const { programs, environment, directory } = this.ground;
    const args = ['--config-file', configuration, 'switchover', '--primary', from, '--candidate', to, '--force'];
    await runToEnd(programs.patronictl, args, { directory, environment: { ...environment, HOME: directory } });
  }

  /** Resolves when every member runs, one of them as the primary and another as its synchronous standby. */
  async whole(): Promise<void> {
    const until = performance.now() + readyMs;
    for (;;) {
      const states = await this.states();
      const running = states.filter(({ state }) => state === 'running' || state === 'streaming');
      const roles = running.map(({ role }) => role);
      const isWhole = roles.includes('leader') && roles.includes('sync_standby');
      if (isWhole && running.length === this.members.length) return;
      if (performance.now() > until) throw new Error(`the members of PostgreSQL are ${JSON.stringify(states)}`);
      await pause(pollMs);
    }
  }

  async dispose(): Promise<void> {
    await Promise.all(this.members.map((member) => member.stop()));
    for (const helper of this.helpers) {
      if (helper.exitCode !== null || helper.signalCode !== null) continue;
      const gone = once(helper, 'exit');
      helper.ref();
      helper.kill('SIGTERM');
      await gone;
    }
    await rm(this.ground.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  /** As the first member sees them whose Patroni answers. */
  private async states(): Promise<readonly MemberState[]> {
    for (const member of this.members) {
      const states = await member.states();
      if (states !== null) return states;
    }
    return [];
  }
}

async function prepare(programs: Programs): Promise<Ground> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'usher-patroni-')));
  // PostgreSQL runs under an account of its own, which must be able to enter the folder.
  await chmod(directory, 0o755);
  const account = await accountForNewDatabase();
  const password = randomBytes(16).toString('hex');
  const etcdPort = await freePort();
  const environment = {
    PATH: process.env.PATH,
    LC_ALL: 'C.UTF-8',
    PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}`,
    PATRONI_POSTGRESQL_BIN_DIR: programs.postgres,
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: password,
  };
  const shared = { account, patroni: programs.patroni, configuration, environment };
  const plans: MemberPlan[] = [];
  while (plans.length < membersMax) {
    const name = `member${plans.length + 1}`;
    const [postgresPort, patroniPort] = [await freePort(), await freePort()];
    plans.push({ name, directory: join(directory, name), postgresPort, patroniPort, ...shared });
  }
  const haproxyPort = await freePort();
  const { pgbouncer: command } = programs;
  const pgbouncer = { command, directory, account, port: await freePort(), serverPort: haproxyPort, password };
  return { programs, directory, password, etcdPort, haproxyPort, pgbouncer, environment, plans };
}

function startEtcd({ programs, directory, etcdPort }: Ground): ChildProcess {
  const address = `http://127.0.0.1:${etcdPort}`;
  // Nobody calls it under this address: it is alone.
  const peers = 'http://127.0.0.1:0';
  return startHelper(programs.etcd, [
    ...['--name', 'one', '--data-dir', join(directory, 'etcd'), '--log-level', 'error'],
    ...['--listen-client-urls', address, '--advertise-client-urls', address, '--listen-peer-urls', peers],
    ...['--initial-advertise-peer-urls', peers, '--initial-cluster', `one=${peers}`],
  ]);
}

function startHaproxy({ programs, haproxyPort, plans }: Ground): ChildProcess {
  const addresses = plans.flatMap(({ postgresPort, patroniPort }, place) => [
    [`MEMBER_${place + 1}`, `127.0.0.1:${postgresPort}`],
    [`MEMBER_${place + 1}_PATRONI`, `${patroniPort}`],
  ]);
  const environment = { HAPROXY_BIND: `127.0.0.1:${haproxyPort}`, ...Object.fromEntries(addresses) };
  return startHelper(programs.haproxy, ['-db', '-q', '-f', join(deployed, 'haproxy.cfg')], environment);
}

function startHelper(command: string, args: readonly string[], environment = {}): ChildProcess {
  return unread(spawnTethered(command, args, { environment: { PATH: process.env.PATH, ...environment } }));
}

/** What nobody reads must not fill the pipe: the program would wait. */
function unread(program: ChildProcess): ChildProcess {
  program.stdout?.resume();
  program.stderr?.resume();
  return program;
}

/** Kills the postmasters when this process has ended, however it ended: they are children of nobody. */
function watchPostmasters({ directory }: Ground): void {
  const script = 'cat >/dev/null; for file in "$1"/*/data/postmaster.pid; do kill -9 "$(head -n 1 "$file")"; done';
  const watcher = spawn('/bin/sh', ['-c', script, 'sh', directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  (watcher.stdin as Socket).unref();
}
