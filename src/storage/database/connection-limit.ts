/** How many connections a database server allows to ordinary users. */
import { createClient } from './client.ts';

/** Rejects when the server cannot be reached. */
export async function connectionLimitOf(connectionString: string): Promise<number> {
  const client = createClient(connectionString);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as number`,
    );
    return rows[0].number;
  } finally {
    await client.end();
  }
}
