/** /livez and /readyz, on the public port and on the operations port. Answers without secrets. */
import type Router from '@koa/router';
import { answerProblem, answerResult } from '../pipeline/answering.ts';
import { exchangeOf } from '../pipeline/exchange.ts';

export interface Health {
  /** Null when booking works, otherwise what is missing, without secrets. */
  readonly whyNotReady: () => Promise<string | null>;
  /** The cluster version in force; null: it is not known at the moment. */
  readonly clusterVersion: () => Promise<number | null>;
  /** What an operator should know although booking works; null: nothing. */
  readonly warning: () => Promise<string | null>;
}

const notReadyRetrySeconds = 1;

export function addHealth(router: Router, { whyNotReady, clusterVersion, warning }: Health): void {
  router.get('/livez', (context) => answerResult(exchangeOf(context), { status: 200, body: { status: 'ok' } }));
  router.get('/readyz', async (context) => {
    const reason = await whyNotReady();
    if (reason === null) {
      const warned = await warning();
      const warns = warned === null ? {} : { warning: warned };
      const body = { status: 'ready', clusterVersion: await clusterVersion(), ...warns };
      return answerResult(exchangeOf(context), { status: 200, body });
    }
    exchangeOf(context).state.isHealthCheck = true;
    const problem = { code: 'UNAVAILABLE', detail: reason, retryAfterSeconds: notReadyRetrySeconds } as const;
    return answerProblem(exchangeOf(context), problem);
  });
}
