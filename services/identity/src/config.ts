import type { EnvReader } from '@tribus/kit/runtime/config.ts';
import { readNatsUrl, readPostgresUrl, readRedisUrl } from '@tribus/kit/runtime/store-addresses.ts';
import { Registration } from '../api.ts';
import { passwordMax, passwordMin } from '../limits.ts';
import type { FirstAdmin } from './first-admin.ts';
import { readSigningKeys } from './tokens.ts';

export interface IdentityConfig {
  postgresUrl: string;
  redisUrl: string;
  natsUrl: string;
  tribesGrpc: string;
  /** For cursors and pseudonyms, which are derived from it. */
  internalTokenSecret: string;
  /** PEM private keys, checked. The first signs. */
  signingKeys: string;
  firstAdmin: FirstAdmin | undefined;
  /** Failures at one account from one address before each further one must wait; login-attempts.ts. */
  loginFailures: number;
}

export function readIdentityConfig(read: EnvReader): IdentityConfig {
  return {
    postgresUrl: readPostgresUrl(read),
    redisUrl: readRedisUrl(read),
    natsUrl: readNatsUrl(read),
    tribesGrpc: read.text('TRIBES_GRPC'),
    internalTokenSecret: read.text('INTERNAL_TOKEN_SECRET'),
    signingKeys: checkedKeys(read),
    firstAdmin: readFirstAdmin(read),
    loginFailures: read.integer('RATE_LIMIT_LOGIN_FAILURES', 10, { min: 1, max: 100_000 }),
  };
}

function checkedKeys(read: EnvReader): string {
  const pems = read.text('JWT_PRIVATE_KEY');
  try {
    if (pems) readSigningKeys(pems);
  } catch {
    // What was wrong with a key is not repeated: the message might quote it.
    read.problems.push('JWT_PRIVATE_KEY must hold PEM private keys on the curve P-256');
  }
  return pems;
}

function readFirstAdmin(read: EnvReader): FirstAdmin | undefined {
  const [email, password] = [read.optional('ADMIN_EMAIL'), read.optional('ADMIN_PASSWORD')];
  if (email === undefined && password === undefined) return undefined;
  const admin = Registration.safeParse({ email, password });
  if (!admin.success)
    read.problems.push(
      `ADMIN_EMAIL and ADMIN_PASSWORD must be an e-mail address and a password of ${passwordMin} to ${passwordMax} characters`,
    );
  return admin.data;
}
