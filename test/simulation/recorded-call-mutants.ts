/**
 * Mutants of recorded calls: each lets a call with an idempotency key take effect twice, lose its record, or answer
 * another request. The simulation has no HTTP, so a test on a real PostgreSQL must catch them.
 */
import { type Mutant, one } from './mutant.ts';

const keyedCall = 'src/http/pipeline/keyed-call.ts';
const records = 'src/storage/catalog/call-records.ts';
const changes = 'src/storage/database/call-changes.ts';
const atomicCalls = 'test/http/atomic-calls.test.ts';
const transactions = 'test/workflows/transactions.test.ts';
const idempotency = 'test/http/idempotency.test.ts';

export const recordedCallMutants: readonly Mutant[] = [
  one(
    'recorded call: the answer is not recorded',
    keyedCall,
    'return await records.recordWith(claim, work);',
    'return (await work(records.unkeyed)).result;',
    idempotency,
  ),
  one(
    'recorded call: the effect commits before the record',
    keyedCall,
    "if (use === 'transaction') return await records.recordWith(claim, work);",
    '',
    atomicCalls,
  ),
  one(
    'recorded call: a step that must follow the commit is taken before it',
    changes,
    'this.#steps.push(step);',
    'await step();',
    'test/storage/database/call-changes.test.ts',
  ),
  one(
    'recorded call: an attempt that has failed keeps its transaction',
    'src/workflows/permitted-change.ts',
    'await changes.undo();',
    '',
    transactions,
  ),
  one(
    'recorded call: the claim of a living node is taken over',
    records,
    'and known.renewed_at < now() - make_interval',
    'and known.renewed_at < now() + make_interval',
    idempotency,
  ),
  one(
    'recorded call: a call keeps its effect although it has lost its claim',
    records,
    '\n  if (rowCount === 0) throw new ClaimLost(',
    '\n  if (rowCount < 0) throw new ClaimLost(',
    idempotency,
  ),
  one(
    'recorded call: another request with the key gets the recorded answer',
    records,
    "if (row.requestHash !== bodyHash) return { state: 'reused' };",
    '',
    idempotency,
  ),
];
