/** The dependencies of the routes: the service without its HTTP layer. */
import type { Clock } from '#actors/ports.ts';
import type { Router } from '#cluster/router.ts';
import type { SampleRequests } from '#cluster/sample-requests.ts';
import type { SeatPage } from '#domain/seats/seat-page.ts';
import type { BuyerHashes } from '#http/passes/buyer-hashes.ts';
import type { PassMeter } from '#http/passes/pass-checks.ts';
import type { HistoryDeps } from '#http/private-v2/history.ts';
import type { MomentDeps } from '#http/private-v2/moments.ts';
import type { EncodedMap } from '#http/public-v1/schema-maps.ts';
import type { SessionIdMint } from '#http/sessions/session-ids.ts';
import type { TicketMint } from '#http/sessions/tickets.ts';
import type { Boards } from '#live/boards.ts';
import type { StorageLog } from '#storage/database/log.ts';
import type { Sealer } from '#storage/database/sealed.ts';
import type { HeadChecks } from '#storage/journal/head-checks.ts';
import type { WorkerPool } from '#workers/pool.ts';
import type { LayoutChangeWorld } from '#workflows/layout-change.ts';
import type { OrganizationRemoval } from '#workflows/organization-removal.ts';
import type { QueuedWork } from '#workflows/queued-work.ts';
import type { Persistence } from './persistence.ts';
import type { Settings } from './settings.ts';
import type { WebhookParts } from './webhooks.ts';

export interface RouteWorld {
  readonly settings: Settings;
  readonly persistence: Persistence;
  readonly router: Router;
  readonly samples: Pick<SampleRequests, 'tablesOf'>;
  readonly clock: Clock;
  readonly live: Boards;
  readonly heads: HeadChecks;
  readonly sessionIds: SessionIdMint;
  readonly tickets: TicketMint;
  readonly buyers: BuyerHashes;
  readonly workers: WorkerPool;
  readonly sealer: Sealer;
  readonly removal: OrganizationRemoval;
  readonly encodeSeats: (page: SeatPage) => Promise<Uint8Array>;
  readonly readMoment: MomentDeps['readMoment'];
  readonly readArchivedHistory: HistoryDeps['readArchived'];
  readonly encodeMap: (schemaId: number) => Promise<EncodedMap>;
  readonly writeDrawingInThread: LayoutChangeWorld['writeDrawingInThread'];
  readonly cloner: Pick<QueuedWork, 'start' | 'wake'>;
  readonly eraser: Pick<QueuedWork, 'start' | 'wake'>;
  readonly webhooks: WebhookParts;
  readonly passMeter: PassMeter;
  readonly log: StorageLog;
}
