import pg from 'pg';

/** Gives the work a connection of the server's administrator, to the database that the address names or to another one. */
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
