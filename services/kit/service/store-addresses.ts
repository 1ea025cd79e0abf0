import type { Environment } from '../core/config.ts';
import { type Setting, variable } from '../core/settings.ts';
import type { S3Options } from '../storage/blob-store.ts';

/**
 * The addresses of a service's stores. `<STORE>_TLS=on` enables TLS regardless of the address. The server's certificate
 * is always verified, against Node's certificate authorities and those of NODE_EXTRA_CA_CERTS.
 */

/** Returns `POSTGRES_URL`; TLS sets `sslmode=verify-full`. */
export function readPostgresUrl(env: Environment): string {
  const url = env.url('POSTGRES_URL', ['postgres:', 'postgresql:']);
  return byTls(env, 'POSTGRES_TLS') ? withParameter(url, 'sslmode', 'verify-full') : url;
}

/** Returns `MONGODB_URL`, whose path names the database; TLS sets `tls=true`. */
export function readMongoUrl(env: Environment): string {
  const url = env.text('MONGODB_URL');
  if (url && !/^mongodb(\+srv)?:\/\/[^/]/.test(url))
    env.problems.push('MONGODB_URL must be a URL starting with mongodb:// or mongodb+srv://');
  return byTls(env, 'MONGODB_TLS') ? withParameter(url, 'tls', 'true') : url;
}

/** Returns `REDIS_URL`; TLS sets the scheme `rediss`. */
export function readRedisUrl(env: Environment): string {
  const url = env.url('REDIS_URL', ['redis:', 'rediss:']);
  return byTls(env, 'REDIS_TLS') ? url.replace(/^redis:/, 'rediss:') : url;
}

/** Returns `NATS_URL`; TLS sets the scheme `tls`. Reports a password without a user, which would not be sent. */
export function readNatsUrl(env: Environment): string {
  const url = env.url('NATS_URL', ['nats:', 'tls:']);
  if (/^\w+:\/\/:[^@/]+@/.test(url))
    env.problems.push('NATS_URL has a password without a user; put a token in place of the user');
  return byTls(env, 'NATS_TLS') ? url.replace(/^nats:/, 'tls:') : url;
}

/** Returns `S3_ENDPOINT`; TLS sets the scheme `https`. */
export function readS3Endpoint(env: Environment): string {
  const url = env.url('S3_ENDPOINT', ['http:', 'https:']);
  return byTls(env, 'S3_TLS') ? url.replace(/^http:/, 'https:') : url;
}

const byTls = (env: Environment, name: string): boolean => env.oneOf(name, ['on', 'off'], 'off') === 'on';

/** Sets a query parameter by hand, because `URL` does not parse addresses with several hosts. */
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
    about: `Whether connections to ${store} use TLS, regardless of its address; certificates are always verified.`,
    type: 'on, off',
    default: 'off',
  });

export const postgresAddress = addressOf('Postgres', 'POSTGRES', 'postgres:// or postgresql://', readPostgresUrl);
export const mongoAddress = addressOf('MongoDB', 'MONGODB', 'mongodb:// or mongodb+srv://', readMongoUrl);
export const redisAddress = addressOf('Redis', 'REDIS', 'redis:// or rediss://', readRedisUrl);
export const natsAddress = addressOf('NATS', 'NATS', 'nats:// or tls://', readNatsUrl);

/** The location of blobs: a bucket when `S3_ENDPOINT` is set, else a folder. */
export const blobsAddress: Setting<{ s3: S3Options } | { dir: string }> = {
  variables: [
    variable('S3_ENDPOINT', {
      about: 'The address of the object store; without it a folder is used.',
      type: 'a URL starting with http:// or https://',
    }),
    variable('S3_REGION', { about: 'The region of the object store.', type: 'a text', default: 'us-east-1' }),
    variable('S3_BUCKET', { about: 'The bucket, which must exist; required with an object store.', type: 'a text' }),
    variable('S3_ACCESS_KEY_ID', {
      about: 'The access key id of the bucket; required with an object store.',
      type: 'a text',
      secret: true,
    }),
    variable('S3_SECRET_ACCESS_KEY', {
      about: 'The secret access key of the bucket; required with an object store.',
      type: 'a text',
      secret: true,
    }),
    tlsVariable('the object store', 'S3'),
    variable('BLOBS_DIR', {
      about: 'The folder of stored objects; required without an object store.',
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
