import type { EnvReader } from './config.ts';

/**
 * The addresses of a service's stores. `<STORE>_TLS=on` asks for TLS whatever the address says, and the server's
 * certificate is always checked, against the authorities that Node knows and those of NODE_EXTRA_CA_CERTS.
 */

/** `POSTGRES_URL`; by TLS with `sslmode=verify-full`. */
export function readPostgresUrl(read: EnvReader): string {
  const url = read.url('POSTGRES_URL', ['postgres:', 'postgresql:']);
  return byTls(read, 'POSTGRES_TLS') ? withParameter(url, 'sslmode', 'verify-full') : url;
}

/** `MONGODB_URL`, whose path names the database; by TLS with `tls=true`. */
export function readMongoUrl(read: EnvReader): string {
  const url = read.text('MONGODB_URL');
  if (url && !/^mongodb(\+srv)?:\/\/[^/]/.test(url))
    read.problems.push('MONGODB_URL must be a URL starting with mongodb:// or mongodb+srv://');
  return byTls(read, 'MONGODB_TLS') ? withParameter(url, 'tls', 'true') : url;
}

/** `REDIS_URL`; by TLS with the scheme `rediss`. */
export function readRedisUrl(read: EnvReader): string {
  const url = read.url('REDIS_URL', ['redis:', 'rediss:']);
  return byTls(read, 'REDIS_TLS') ? url.replace(/^redis:/, 'rediss:') : url;
}

/** `NATS_URL`; by TLS with the scheme `tls`. A password without a user, which no server would be sent, is a problem. */
export function readNatsUrl(read: EnvReader): string {
  const url = read.url('NATS_URL', ['nats:', 'tls:']);
  if (/^\w+:\/\/:[^@/]+@/.test(url))
    read.problems.push('NATS_URL has a password without a user; a token stands in the place of the user');
  return byTls(read, 'NATS_TLS') ? url.replace(/^nats:/, 'tls:') : url;
}

/** `S3_ENDPOINT`; by TLS with the scheme `https`. */
export function readS3Endpoint(read: EnvReader): string {
  const url = read.url('S3_ENDPOINT', ['http:', 'https:']);
  return byTls(read, 'S3_TLS') ? url.replace(/^http:/, 'https:') : url;
}

const byTls = (read: EnvReader, name: string): boolean => read.oneOf(name, ['on', 'off'], 'off') === 'on';

/** Addresses with several hosts are no URLs to others, so what they ask for is put in by hand. */
function withParameter(url: string, name: string, value: string): string {
  const [address = '', query = ''] = url.split('?', 2);
  const others = query.split('&').filter((part) => part !== '' && !part.startsWith(`${name}=`));
  const path = /^[^/]+\/\/[^/]+\//.test(address) ? address : `${address}/`;
  return `${path}?${[...others, `${name}=${value}`].join('&')}`;
}
