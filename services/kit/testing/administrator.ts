import pg from 'pg';

/** Runs `work` with an administrator's connection to the database of the URL, or to `database`. */
export async function asAdministrator<T>(
  server: string,
  work: (admin: pg.Client) => Promise<T>,
  database?: string,
): Promise<T> {
  const url = new URL(server);
  if (database !== undefined) url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
