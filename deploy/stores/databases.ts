import pg from 'pg';

/** Arbitrary lock id, the same in every process: one process at a time creates databases. */
const creationLock = 7_201;

/** Database of one service, whose role may connect to no other. */
export interface ServiceDatabase {
  /** Name of the database and of its role. */
  name: string;
  password: string;
}

/**
 * Creates the database and its role unless they exist, and returns their URL. Safe to call concurrently: the role can
 * sign in only once everything is created, so a successful sign-in proves that.
 */
export async function ensureDatabase(adminUrl: string, { name, password }: ServiceDatabase): Promise<string> {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new Error(`"${name}" cannot be the name of a database`);
  const url = new URL(adminUrl);
  Object.assign(url, { username: name, password, pathname: `/${name}` });
  if (await opens(url.href)) return url.href;
  await asAdmin(adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [creationLock]);
    await make(admin, name, password);
  });
  return url.href;
}

/** Revokes from the services' roles the default privilege of Postgres to connect to any database. */
export function revokePublicAccess(adminUrl: string): Promise<void> {
  return asAdmin(adminUrl, async (admin) => {
    await admin.query('revoke all on database postgres, template1 from public');
  });
}

async function make(admin: pg.Client, name: string, password: string): Promise<void> {
  const role = pg.escapeIdentifier(name);
  if (!(await exists(admin, 'select from pg_roles where rolname = $1', name))) {
    await admin.query(`create role ${role} nologin`);
    // An administrator who is no superuser may assign a database only to a role they are a member of.
    await admin.query(`grant ${role} to current_user`);
  }
  if (!(await exists(admin, 'select from pg_database where datname = $1', name)))
    await admin.query(`create database ${role} owner ${role} template template0 encoding 'UTF8'`);
  await admin.query(`revoke all on database ${role} from public`);
  await admin.query(`alter role ${role} login password ${pg.escapeLiteral(password)}`);
}

async function exists(admin: pg.Client, query: string, name: string): Promise<boolean> {
  const { rowCount } = await admin.query(query, [name]);
  return (rowCount ?? 0) > 0;
}

async function opens(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch (error) {
    // A wrong password, missing role or missing database: must be created. The administrator's connection reports other
    // errors.
    if (error instanceof pg.DatabaseError) return false;
    throw error;
  } finally {
    await client.end();
  }
}

async function asAdmin(adminUrl: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  try {
    await admin.connect();
    await work(admin);
  } finally {
    await admin.end();
  }
}
