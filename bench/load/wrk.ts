/**
 * A second load generator, wrk, which shares no code with the suite's own: locks and unlocks two seats repeatedly. It
 * is not installed with the project; without it there is no comparison.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface WrkPlan {
  readonly baseUrl: string;
  readonly connections: number;
  readonly seconds: number;
  /** Used in turn. Several for each connection, so that a session gets its next call only after its last answer. */
  readonly sessionIds: readonly string[];
  /** Divided among the sessions, at least two for each. */
  readonly seats: readonly number[];
}

export interface WrkResult {
  readonly calls: number;
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Answers other than 2xx and 3xx, and socket errors. */
  readonly failed: number;
}

/** wrk's name and version; null when it is not on the PATH. */
export async function wrkVersion(): Promise<string | null> {
  const text = await outputOf(['--version']).catch(() => null);
  return text === null ? null : (/^wrk \S+/.exec(text)?.[0] ?? 'wrk');
}

/** Runs wrk on one thread. Rejects with its output when that cannot be parsed. */
export async function runWrk(plan: WrkPlan): Promise<WrkResult> {
  const folder = await mkdtemp(join(tmpdir(), 'usher-wrk-'));
  try {
    const script = join(folder, 'holds.lua');
    await writeFile(script, scriptOf(plan));
    const { connections, seconds, baseUrl } = plan;
    return resultOf(await outputOf(['-t1', `-c${connections}`, `-d${seconds}`, '--latency', '-s', script, baseUrl]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function outputOf(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const wrk = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [wrk.stdout, wrk.stderr]) stream.on('data', (piece) => (text += piece));
    wrk.on('error', reject);
    wrk.on('close', () => resolve(text));
  });
}

/**
 * Before the run wrk calls `request` once without sending the result, to count the requests that a script returns. That
 * first call must not change the sessions' state.
 */
function scriptOf({ sessionIds, seats }: WrkPlan): string {
  return `
local sessions = {${sessionIds.map((id) => `"${id}"`).join(',')}}
local seats = {${seats.join(',')}}
local share = math.floor(#seats / #sessions)
local held, asked, isTried = {}, 0, false
local headers = { ["Content-Type"] = "application/json" }
local function call(session, verb, body)
  return wrk.format("POST", "/api/public/v2.0/session/" .. session .. "/" .. verb, headers, body)
end
request = function()
  if not isTried then
    isTried = true
    return call(sessions[1], "unlock", '{"seats":[],"groupOfSeats":[]}')
  end
  local turn = asked % #sessions
  asked = asked + 1
  local body = held[turn]
  if body then
    held[turn] = nil
    return call(sessions[turn + 1], "unlock", body)
  end
  local first = math.random(1, share)
  local second = (first - 1 + math.random(1, share - 1)) % share + 1
  local from = turn * share
  body = '{"seats":[' .. seats[from + first] .. ',' .. seats[from + second] .. '],"groupOfSeats":[]}'
  held[turn] = body
  return call(sessions[turn + 1], "lock", body)
end
`;
}

const millisecondsOf: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

/** Reads what wrk prints with `--latency`. */
function resultOf(text: string): WrkResult {
  const counted = /(\d+) requests in ([\d.]+)(s|m),/.exec(text);
  const slowest = /99%\s+([\d.]+)(us|ms|s|m)/.exec(text);
  if (counted === null || slowest === null) throw new Error(`the output of wrk cannot be parsed:\n${text}`);
  const calls = Number(counted[1]);
  const seconds = (Number(counted[2]) * millisecondsOf[counted[3]!]!) / 1000;
  const errors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text)?.slice(1) ?? [];
  const failed = [...errors, /Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? '0'];
  return {
    calls,
    perSecond: calls / seconds,
    p99Ms: Number(slowest[1]) * millisecondsOf[slowest[2]!]!,
    failed: failed.map(Number).reduce((sum, count) => sum + count, 0),
  };
}
