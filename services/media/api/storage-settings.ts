import { opaque } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import {
  storeAddressMax,
  storeBucketMax,
  storeBucketMin,
  storeKeyIdMax,
  storeRegionMax,
  storeSecretMax,
} from '../limits.ts';

/** The store for new objects and its test (specification 1, section 1; decisions.md 2). For admins only. */

export const storageDrivers = ['files', 's3'] as const;

/** Without credentials and query; trailing slashes are removed. Empty for none. */
const Address = opaque(z.string()).trim().max(storeAddressMax).refine(isAddress).overwrite(bareAddress);

function isAddress(text: string): boolean {
  if (text === '') return true;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !/[?#@\\]/.test(text);
}

function bareAddress(text: string): string {
  if (!URL.canParse(text)) return text;
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** Empty, or letters, digits, dots, underscores and hyphens; the first and last character is a letter or a digit. */
const bucketPattern = new RegExp(
  `^(?:[A-Za-z0-9][A-Za-z0-9._-]{${storeBucketMin - 2},${storeBucketMax - 2}}[A-Za-z0-9])?$`,
);

/**
 * PUT admin/storage-settings: absent fields stay unchanged. An empty endpoint, or the driver `files` where the server
 * has a folder, restores the server's environment settings. Settings that do not work are rejected and nothing changes.
 */
export const StorageSettingsChange = z.object({
  driver: z.enum(storageDrivers).optional(),
  endpoint: Address.optional(),
  region: opaque(z.string())
    .trim()
    .max(storeRegionMax)
    .regex(/^[A-Za-z0-9-]*$/)
    .optional(),
  bucket: opaque(z.string()).trim().regex(bucketPattern).optional(),
  accessKeyId: opaque(z.string())
    .trim()
    .max(storeKeyIdMax)
    .regex(/^[\x21-\x7e]*$/)
    .optional(),
  secretAccessKey: opaque(z.string())
    .trim()
    .max(storeSecretMax)
    .regex(/^[\x21-\x7e]*$/)
    .optional(),
  publicBaseUrl: Address.optional(),
});
export type StorageSettingsChange = z.output<typeof StorageSettingsChange>;

/** GET admin/storage-settings: all settings but the secret. */
export const StorageSettings = z
  .object({
    driver: z.enum(storageDrivers),
    endpoint: z.string(),
    region: z.string(),
    bucket: z.string(),
    accessKeyId: z.string(),
    hasSecretAccessKey: z.boolean(),
    publicBaseUrl: z.string().meta({
      description: 'proxy-media accepts addresses below it as `url`; the rest of the address is the key',
    }),
    source: z.enum(['settings', 'environment']),
    environmentDriver: z.enum(storageDrivers).meta({ description: "The driver in the server's environment settings" }),
    elsewhere: z
      .object({ objects: z.int(), bytes: z.int() })
      .meta({ description: 'Objects in other stores; `main.ts move-objects` of media moves them here' }),
  })
  .meta({ id: 'StorageSettings' });
export type StorageSettings = z.output<typeof StorageSettings>;

/** Reasons why a store cannot be used. */
export const storageFailures = [
  'host_not_allowed',
  'host_unknown',
  'unreachable',
  'timed_out',
  'tls_failed',
  'credentials_refused',
  'bucket_missing',
  'access_denied',
  'full',
  'bytes_differ',
  'failed',
] as const;
export type StorageFailure = (typeof storageFailures)[number];

/** POST admin/storage-settings/test: a small object was written, read whole and in part, listed and deleted. */
export const StorageTestOutcome = z
  .object({
    ok: z.boolean(),
    reason: z.enum(storageFailures).optional(),
    replyCode: z.int().optional().meta({ description: "The HTTP status of the store's response, such as 403" }),
  })
  .meta({ id: 'StorageTestOutcome' });
export type StorageTestOutcome = z.output<typeof StorageTestOutcome>;
