import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Options } from '../storage/blob-store.ts';
import { asAdministrator } from './administrator.ts';
import { openTestBucket, s3Server } from './bucket.ts';
import { databaseTemplate } from './database-template.ts';

/** The stores of one test suite, on servers shared by all tests. */
export interface TestStores {
  /** POSTGRES_URL, MONGODB_URL, REDIS_URL, NATS_URL and DATA_DIR, for `bootService` or the openers. */
  env: { POSTGRES_URL: string; MONGODB_URL: string; REDIS_URL: string; NATS_URL: string; DATA_DIR: string };
  /** Creates another empty Postgres database, for a second service in the same suite. */
  database(): Promise<string>;
  /** Creates an object store and its settings: a folder, or a bucket where an S3 server is configured. */
  objects(): Promise<TestObjects>;
  drop(): Promise<void>;
}

interface StoresOptions {
  postgres?: boolean;
  migrations?: string | undefined;
}

export interface TestObjects {
  env: Record<string, string>;
  where: { dir: string } | { s3: S3Options };
}

/**
 * Creates a Postgres database, Mongo database, Redis prefix, NATS prefix and folder, on the servers of
 * TEST_POSTGRES_URL (a role that may create databases) and similar variables. `drop` removes the Postgres databases and
 * the folder; the rest is discarded with the servers at the end of the run. Without `postgres`, no database exists
 * until `database()` is called, and POSTGRES_URL is empty. With `migrations`, the first database has them and the kit's
 * applied.
 */
export async function testStores({ postgres = true, migrations }: StoresOptions = {}): Promise<TestStores> {
  const server = serverOf('TEST_POSTGRES_URL');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const databases: string[] = [];
  const database = async (applied?: string) => {
    const database = `${name}_${databases.length}`;
    databases.push(database);
    await asAdministrator(server, async (admin) => {
      const template = applied && (await databaseTemplate(admin, server, applied));
      await admin.query(`create database ${database}${template ? ` template ${template} strategy file_copy` : ''}`);
    });
    return withPath(server, `/${database}`);
  };
  const dataDir = await mkdtemp(join(tmpdir(), 'tribus-suite-'));
  const env = {
    POSTGRES_URL: postgres ? await database(migrations) : '',
    MONGODB_URL: withPath(serverOf('TEST_MONGODB_URL'), `/${name}`),
    REDIS_URL: withPrefix(serverOf('TEST_REDIS_URL'), `${name}:`),
    NATS_URL: withPrefix(serverOf('TEST_NATS_URL'), name),
    DATA_DIR: dataDir,
  };
  return {
    env,
    database: () => database(),
    objects: () => objectsIn(join(dataDir, 'objects')),
    async drop() {
      await asAdministrator(server, async (admin) => {
        for (const each of databases) await admin.query(`drop database if exists ${each} with (force)`);
      });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function objectsIn(dir: string): Promise<TestObjects> {
  if (!s3Server()) return { env: { BLOBS_DIR: dir }, where: { dir } };
  const { options } = await openTestBucket();
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = options;
  const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  return { env: { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket, ...keys }, where: { s3: options } };
}

function serverOf(variable: string): string {
  const url = process.env[variable];
  if (!url) throw new Error(`${variable} is not set: tests run through "npm test", which starts the stores`);
  return url;
}

function withPath(url: string, path: string): string {
  const changed = new URL(url);
  changed.pathname = path;
  return changed.href;
}

function withPrefix(url: string, prefix: string): string {
  const changed = new URL(url);
  changed.searchParams.set('prefix', prefix);
  return changed.href;
}
