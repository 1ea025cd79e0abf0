import type { Environment } from '../core/config.ts';
import { type Setting, variable } from '../core/settings.ts';
import type { S3Options } from '../storage/blob-store.ts';

/**
 * The addresses of a service's stores. `<STORE>_TLS=on` asks for TLS whatever the address says, and the server's
 * certificate is always checked, against the authorities that Node knows and those of NODE_EXTRA_CA_CERTS.
 */

/** `POSTGRES_URL`; by TLS with `sslmode=verify-full`. */
export function readPostgresUrl(read: Environment): string {
  const url = read.url('POSTGRES_URL', ['postgres:', 'postgresql:']);
  return byTls(read, 'POSTGRES_TLS') ? withParameter(url, 'sslmode', 'verify-full') : url;
}

/** `MONGODB_URL`, whose path names the database; by TLS with `tls=true`. */
export function readMongoUrl(read: Environment): string {
  const url = read.text('MONGODB_URL');
  if (url && !/^mongodb(\+srv)?:\/\/[^/]/.test(url))
    read.problems.push('MONGODB_URL must be a URL starting with mongodb:// or mongodb+srv://');
  return byTls(read, 'MONGODB_TLS') ? withParameter(url, 'tls', 'true') : url;
}

/** `REDIS_URL`; by TLS with the scheme `rediss`. */
export function readRedisUrl(read: Environment): string {
  const url = read.url('REDIS_URL', ['redis:', 'rediss:']);
  return byTls(read, 'REDIS_TLS') ? url.replace(/^redis:/, 'rediss:') : url;
}

/** `NATS_URL`; by TLS with the scheme `tls`. A password without a user, which no server would be sent, is a problem. */
export function readNatsUrl(read: Environment): string {
  const url = read.url('NATS_URL', ['nats:', 'tls:']);
  if (/^\w+:\/\/:[^@/]+@/.test(url))
    read.problems.push('NATS_URL has a password without a user; a token stands in the place of the user');
  return byTls(read, 'NATS_TLS') ? url.replace(/^nats:/, 'tls:') : url;
}

/** `S3_ENDPOINT`; by TLS with the scheme `https`. */
export function readS3Endpoint(read: Environment): string {
  const url = read.url('S3_ENDPOINT', ['http:', 'https:']);
  return byTls(read, 'S3_TLS') ? url.replace(/^http:/, 'https:') : url;
}

const byTls = (read: Environment, name: string): boolean => read.oneOf(name, ['on', 'off'], 'off') === 'on';

/** Addresses with several hosts are no URLs to others, so what they ask for is put in by hand. */
function withParameter(url: string, name: string, value: string): string {
  const [address = '', query = ''] = url.split('?', 2);
  const others = query.split('&').filter((part) => part !== '' && !part.startsWith(`${name}=`));
  const path = /^[^/]+\/\/[^/]+\//.test(address) ? address : `${address}/`;
  return `${path}?${[...others, `${name}=${value}`].join('&')}`;
}

const addressOf = (
  store: string,
  name: string,
  schemes: string,
  read: (env: Environment) => string,
): Setting<string> => ({
  variables: [
    variable(`${name}_URL`, {
      about: `The address of ${store}, with the password.`,
      type: `a URL starting with ${schemes}`,
      required: true,
      secret: true,
      wired: true,
    }),
    tlsVariable(store, name),
  ],
  read,
});

const tlsVariable = (store: string, name: string) =>
  variable(`${name}_TLS`, {
    about: `Whether ${store} is spoken to by TLS whatever its address says; certificates are always checked.`,
    type: 'on, off',
    default: 'off',
  });

export const postgresAddress = addressOf('Postgres', 'POSTGRES', 'postgres:// or postgresql://', readPostgresUrl);
export const mongoAddress = addressOf('MongoDB', 'MONGODB', 'mongodb:// or mongodb+srv://', readMongoUrl);
export const redisAddress = addressOf('Redis', 'REDIS', 'redis:// or rediss://', readRedisUrl);
export const natsAddress = addressOf('NATS', 'NATS', 'nats:// or tls://', readNatsUrl);

/** Where blobs lie: in a bucket when `S3_ENDPOINT` is set, else in a folder. */
export const blobsAddress: Setting<{ s3: S3Options } | { dir: string }> = {
  variables: [
    variable('S3_ENDPOINT', {
      about: 'The address of the object store; without it a folder is used.',
      type: 'a URL starting with http:// or https://',
    }),
    variable('S3_REGION', { about: 'The region of the object store.', type: 'a text', default: 'us-east-1' }),
    variable('S3_BUCKET', { about: 'The bucket, which must exist; needed with an object store.', type: 'a text' }),
    variable('S3_ACCESS_KEY_ID', {
      about: 'The name of the key to the bucket; needed with an object store.',
      type: 'a text',
      secret: true,
    }),
    variable('S3_SECRET_ACCESS_KEY', {
      about: 'The key to the bucket; needed with an object store.',
      type: 'a text',
      secret: true,
    }),
    tlsVariable('the object store', 'S3'),
    variable('BLOBS_DIR', {
      about: 'The folder of stored objects; needed without an object store.',
      type: 'a folder',
      wired: true,
    }),
  ],
  read: (env) => (env.optional('S3_ENDPOINT') ? { s3: readS3(env) } : { dir: env.text('BLOBS_DIR') }),
};

const readS3 = (env: Environment): S3Options => ({
  endpoint: readS3Endpoint(env),
  region: env.textOr('S3_REGION', 'us-east-1'),
  bucket: env.text('S3_BUCKET'),
  accessKeyId: env.text('S3_ACCESS_KEY_ID'),
  secretAccessKey: env.text('S3_SECRET_ACCESS_KEY'),
});
