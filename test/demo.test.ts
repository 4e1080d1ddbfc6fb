/** The demo of a first start: complete, written once, private, and good for a purchase. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'slonik';
import { createTenant } from '#storage/tenants.ts';
import { demoText, type Demo, type DemoWorld, ensureDemo } from '../src/demo.ts';
import { openCatalog } from './support/catalog.ts';
import { rememberingLog } from './support/quiet-log.ts';
import { startTestService, type TestService } from './support/service.ts';

let service: TestService;
let world: DemoWorld;
let dataDir: string;
let demo: Demo;
