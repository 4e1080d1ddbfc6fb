/**
 * The pages of all services in this process. The sources do not change in a test run: each page is made for the first test file
 * that shows it. One service makes them in three quarters of a second of processor time, beside esbuild's own.
 */
import { PageFiles } from '#http/pages/page-files.ts';

export const ownPages = new PageFiles();
