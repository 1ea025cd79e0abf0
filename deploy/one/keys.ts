import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Env } from '@tribus/kit/core/config.ts';
import { selectRequired, type Variable } from '@tribus/kit/core/settings.ts';
import { localSecret } from '../stores/local-secrets.ts';

/** Keys the processes sign and encrypt with, by environment variable. */
export interface Keys {
  /** ES256, PEM; several during a key rotation. */
  JWT_PRIVATE_KEY: string;
  /** Public key of each private key, and keys added by the operator. */
  JWT_PUBLIC_KEYS: string;
  /** Shared only between the system's own processes. */
  INTERNAL_TOKEN_SECRET: string;
}

/** Returns the operator's keys where set; others are created on first use and saved under `dataDir`. */
export function loadKeys(dataDir: string, env: Env): Keys {
  const privateKeys = env.JWT_PRIVATE_KEY || localSecret(dataDir, 'jwt-private-key.pem', newSigningKey);
  const publicKeys = [...publicHalves(privateKeys), env.JWT_PUBLIC_KEYS?.trim()].filter(Boolean);
  return {
    JWT_PRIVATE_KEY: privateKeys,
    JWT_PUBLIC_KEYS: `${publicKeys.join('\n')}\n`,
    INTERNAL_TOKEN_SECRET: env.INTERNAL_TOKEN_SECRET || randomSecret(dataDir, 'INTERNAL_TOKEN_SECRET'),
  };
}

/** Returns the required variables that the operator did not set: the example of the definition, or a created secret. */
export function fillRequired(dataDir: string, variables: readonly Variable[], env: Env): Env {
  const missing = selectRequired(variables).filter(({ name }) => !env[name]);
  return Object.fromEntries(
    missing.map(({ name, example, random }) => [name, random ? randomSecret(dataDir, name) : example]),
  );
}

/** Saved as `keys/internal-token-secret` under `dataDir`: 32 bytes, base64. */
const randomSecret = (dataDir: string, variable: string): string =>
  localSecret(dataDir, variable.toLowerCase().replaceAll('_', '-'), newSecret);

const newSecret = (): string => randomBytes(32).toString('base64');

function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function publicHalves(privateKeys: string): string[] {
  const blocks = privateKeys.match(/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+?-----END [A-Z ]*PRIVATE KEY-----/g) ?? [];
  try {
    if (blocks.length === 0) throw new Error('no PEM block');
    return blocks.map(publicHalf);
  } catch (error) {
    throw new Error('JWT_PRIVATE_KEY must contain PEM private keys on the curve P-256', { cause: error });
  }
}

function publicHalf(pem: string): string {
  const key = createPublicKey(createPrivateKey(pem));
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('another curve');
  return key.export({ type: 'spki', format: 'pem' }).toString().trim();
}
