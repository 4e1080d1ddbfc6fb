/**
 * A receiver of webhooks: verifies the signature, answers at once, and handles each change once.
 * Start it: WEBHOOK_SECRET=whsec_… PORT=4000 node docs/examples/webhook-receiver.ts
 */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, type WebhookChange, WebhookRejected } from 'usher/client';

/** While you replace the secret: both, separated by a blank. */
const secret = (process.env.WEBHOOK_SECRET ?? '').split(' ');
/** In production: a table with the id as its key, written in the transaction that handles the change. */
const handled = new Set<string>();

const server = createServer(async (request, response) => {
  let change: WebhookChange;
  try {
    // The bytes as they came: JSON that was parsed and written again has another signature.
    change = await verifyWebhook({ secret, headers: request.headers, body: await buffer(request) });
  } catch (error) {
    response.writeHead(error instanceof WebhookRejected ? 401 : 500).end();
    return;
  }
  const isNew = !handled.has(change.id);
  handled.add(change.id);
  response.writeHead(204).end();
  if (isNew) process.stdout.write(`${change.id} ${change.type} ${JSON.stringify(change.data)}\n`);
});

server.listen(Number(process.env.PORT ?? 4000), () => process.stdout.write('listening\n'));
