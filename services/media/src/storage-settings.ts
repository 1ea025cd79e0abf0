import { changedFields, recordAudit } from '@tribus/community/audit.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { S3Options } from '@tribus/kit/storage/blob-store.ts';
import { AuditRecorded } from '@tribus/proto/media/v1/events.ts';
import type { StorageSettings, StorageSettingsChange, StorageTestOutcome } from '../api/storage-settings.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { aboutStoreSecret, prefixOf } from './object-stores.ts';
import type { MediaTx } from './store/store.ts';
import type { ChosenStore } from './store/stores.ts';
import { probeStore } from './store-probe.ts';

type ReadDeps = Pick<Deps, 'store' | 'environment'>;
type ChangeDeps = Pick<Deps, 'ctx' | 'store' | 'environment' | 'objectStores' | 'secrets'>;

/** The settings of the store for new objects, without the secret, and the amount in other stores. */
export async function readStorageSettings({ store, environment }: ReadDeps): Promise<StorageSettings> {
  const chosen = await store.stores.current();
  const otherStores = await store.locations.amountElsewhere(chosen?.id ?? null);
  return { ...shown(chosen, environment), elsewhere: otherStores };
}

/**
 * Chooses the store for new objects; absent fields stay, and stored objects stay where they are. A store is tested
 * before it is chosen, and rejected with the reason when it does not work. A secret is sent only to the endpoint that
 * it was entered for. Throws 400 `storage_incomplete`, `storage_secret_needed`, `storage_no_folder` or
 * `storage_<reason>`, and 409 `conflict` when another admin changed the settings concurrently.
 */
export async function changeStorageSettings(deps: ChangeDeps, change: StorageSettingsChange): Promise<StorageSettings> {
  const { store, environment } = deps;
  const before = await store.stores.current();
  const base = settingsOf(deps, before);
  const wanted = wantedBy(environment, base, change);
  if (wanted !== undefined && (!wanted || !isSame(wanted, base))) {
    if (wanted) await requireWorking(deps, wanted);
    const isNewSecret = wanted !== null && wanted.secretAccessKey !== base.secretAccessKey;
    await store.transaction((tx) => choose(deps, tx, { before, wanted, isNewSecret }));
    if (before) deps.objectStores.forget(before.id);
  }
  return readStorageSettings(deps);
}

/** Tests the store for new objects and returns the reason when it does not work. */
export const testStorageSettings = ({ objectStores }: Pick<Deps, 'objectStores'>): Promise<StorageTestOutcome> =>
  probeStore(() => objectStores.current());

/** Settings of a bucket with the decrypted secret; undefined when it cannot be decrypted. */
type BucketSettings = Omit<S3Options, 'secretAccessKey'> & {
  secretAccessKey: string | undefined;
  publicBaseUrl: string;
};
type CompleteSettings = BucketSettings & { secretAccessKey: string };

const unset: BucketSettings = {
  endpoint: '',
  region: 'us-east-1',
  bucket: '',
  accessKeyId: '',
  secretAccessKey: undefined,
  publicBaseUrl: '',
};

/** The current settings. */
function settingsOf({ secrets, environment }: ChangeDeps, chosen: ChosenStore | undefined): BucketSettings {
  if (!chosen) return 's3' in environment ? { ...unset, ...environment.s3 } : unset;
  const { id, endpoint, region, bucket, accessKeyId, publicBaseUrl } = chosen;
  const settings = { endpoint, region, bucket, accessKeyId, publicBaseUrl };
  try {
    return { ...settings, secretAccessKey: secrets.decrypt(chosen.secretAccessKey, aboutStoreSecret(id)) };
  } catch {
    // Its encryption key is missing: the secret must be entered again (400 storage_secret_needed).
    return { ...settings, secretAccessKey: undefined };
  }
}

/** Returns the requested bucket; null for the store of the environment, undefined for no change. */
function wantedBy(
  environment: Deps['environment'],
  base: BucketSettings,
  { driver, ...change }: StorageSettingsChange,
): CompleteSettings | null | undefined {
  if (driver === undefined && Object.keys(change).length === 0) return undefined;
  if (driver === 'files' && !('dir' in environment)) throw errors.fail('storage_no_folder');
  if (driver === 'files' || change.endpoint === '') return null;
  const next = { ...base, ...change, region: change.region || base.region };
  if (!next.endpoint || !next.bucket || !next.accessKeyId) throw errors.fail('storage_incomplete');
  const savedSecret = next.endpoint === base.endpoint ? base.secretAccessKey : undefined;
  const secretAccessKey = change.secretAccessKey || savedSecret;
  if (!secretAccessKey) throw errors.fail('storage_secret_needed');
  return { ...next, secretAccessKey };
}

const isSame = (a: BucketSettings, b: BucketSettings): boolean =>
  (Object.keys(unset) as (keyof BucketSettings)[]).every((name) => a[name] === b[name]);

async function requireWorking({ objectStores, ctx }: ChangeDeps, wanted: CompleteSettings): Promise<void> {
  const { reason } = await probeStore(async () => {
    const blobs = await objectStores.connect(wanted);
    return { blobs, prefix: prefixOf(ctx.newId()) };
  });
  if (reason) throw errors.fail(`storage_${reason}`);
}

interface Choice {
  before: ChosenStore | undefined;
  wanted: CompleteSettings | null;
  isNewSecret: boolean;
}

async function choose(
  { ctx, environment, secrets }: ChangeDeps,
  tx: MediaTx,
  { before, wanted, isNewSecret }: Choice,
): Promise<void> {
  await tx.stores.lock();
  const now = await tx.stores.current();
  if (JSON.stringify(now) !== JSON.stringify(before)) throw fail('conflict');
  const at = ctx.clock.now();
  const next = wanted ? await rowOf({ ctx, secrets }, tx, wanted) : undefined;
  if (next) await tx.stores.choose(next, at);
  else await tx.stores.leave(at);
  const facts = changedFields(factsOf(before, environment), factsOf(next, environment));
  if (Object.keys(facts.after).length === 0 && !isNewSecret) return;
  recordAudit(ctx, tx, AuditRecorded, {
    action: 'site_settings_changed',
    target: { type: 'site', id: 'storage' },
    before: facts.before,
    after: { ...facts.after, ...(isNewSecret && { secretChanged: true }) },
  });
}

/** Reuses the row of a bucket that was chosen before, so that its objects are read with the new key. */
async function rowOf(
  { ctx, secrets }: Pick<Deps, 'ctx' | 'secrets'>,
  tx: MediaTx,
  { secretAccessKey, ...settings }: CompleteSettings,
): Promise<ChosenStore> {
  const known = await tx.stores.at(settings.endpoint, settings.bucket);
  const id = known?.id ?? ctx.newId();
  return {
    ...settings,
    id,
    secretAccessKey: secrets.encrypt(secretAccessKey, aboutStoreSecret(id)),
    createdAt: known?.createdAt ?? ctx.clock.now(),
    leftAt: null,
  };
}

function shown(chosen: ChosenStore | undefined, environment: Deps['environment']): Omit<StorageSettings, 'elsewhere'> {
  const environmentDriver = 's3' in environment ? 's3' : 'files';
  const of = ({ endpoint, region, bucket, accessKeyId, publicBaseUrl }: Omit<BucketSettings, 'secretAccessKey'>) =>
    ({
      endpoint,
      region,
      bucket,
      accessKeyId,
      publicBaseUrl,
      environmentDriver,
    }) as const;
  if (chosen) return { driver: 's3', ...of(chosen), hasSecretAccessKey: true, source: 'settings' };
  const isBucket = 's3' in environment;
  const settings = isBucket ? { ...unset, ...environment.s3 } : unset;
  return { driver: environmentDriver, ...of(settings), hasSecretAccessKey: isBucket, source: 'environment' };
}

/** Facts for the audit log, without the name of the key: it grants no access, but is confidential. */
function factsOf(chosen: ChosenStore | undefined, environment: Deps['environment']) {
  const { driver, endpoint, region, bucket, publicBaseUrl, source } = shown(chosen, environment);
  return { driver, endpoint, region, bucket, publicBaseUrl, source };
}
