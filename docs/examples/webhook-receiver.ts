/**
 * A receiver of webhooks: verifies the signature, answers at once, and handles each change once.
 * Start it: WEBHOOK_SECRET=whsec_… PORT=4000 node docs/examples/webhook-receiver.ts
 */
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '');
/** In production: a table with the id as its key, written in the transaction that handles the change. */
const handled = new Set<string>();

const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  // The bytes as they came: JSON that was parsed and written again has another signature.
  const body = Buffer.concat(parts).toString();
  let change: { id: string; type: string; data: unknown };
  try {
    change = webhook.verify(body, request.headers as Record<string, string>) as typeof change;
  } catch {
    response.writeHead(401).end();
    return;
  }
  const isNew = !handled.has(change.id);
  handled.add(change.id);
  response.writeHead(204).end();
  if (isNew) process.stdout.write(`${change.id} ${change.type} ${JSON.stringify(change.data)}\n`);
});

server.listen(Number(process.env.PORT ?? 4000), () => process.stdout.write('listening\n'));
