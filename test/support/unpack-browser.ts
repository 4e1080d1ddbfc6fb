/**
 * Unpacks Chromium and the shared libraries that it needs into the system's temporary folder, and prints the path of
 * the program. A process of its own, because the package has no other way to be told of a folder than TMPDIR, and takes
 * what it finds there as it is: also what a killed run left half unpacked.
 */
import { join } from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';

const packed = join(import.meta.dirname, '..', '..', 'node_modules', '@sparticuz', 'chromium', 'bin');
chromium.setGraphicsMode = false;
await inflate(join(packed, 'al2023.tar.br'));
process.stdout.write(await chromium.executablePath());
