import { changedFacts, recordAudit } from '@tribus/community/audit.ts';
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

type Reading = Pick<Deps, 'store' | 'environment'>;
type Changing = Pick<Deps, 'ctx' | 'store' | 'environment' | 'objectStores' | 'secrets'>;

/** Where new objects go, without the secret, and how much lies elsewhere. */
export async function readStorageSettings({ store, environment }: Reading): Promise<StorageSettings> {
  const chosen = await store.stores.current();
  const elsewhere = await store.places.amountElsewhere(chosen?.id ?? null);
  return { ...shown(chosen, environment), elsewhere };
}

/**
 * Chooses where new objects go; what is not given stays, and what was stored stays where it lies. A store is tried before it
 * is chosen, and refused with the reason when it does not work. A secret goes to the endpoint that it was typed for and to no
 * other one. Throws 400 `storage_incomplete`, `storage_secret_needed`, `storage_no_folder` or `storage_<reason>`, and 409
 * `conflict` when another admin was faster.
 */
export async function changeStorageSettings(deps: Changing, change: StorageSettingsChange): Promise<StorageSettings> {
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

/** Tries the store that new objects go to, and says why when it does not work. */
export const testStorageSettings = ({ objectStores }: Pick<Deps, 'objectStores'>): Promise<StorageTestOutcome> =>
  probeStore(() => objectStores.current());

/** Settings of a bucket, with the secret as it was typed; undefined when it cannot be read any more. */
type Typed = Omit<S3Options, 'secretAccessKey'> & { secretAccessKey: string | undefined; publicBaseUrl: string };
type Whole = Typed & { secretAccessKey: string };

const unset: Typed = {
  endpoint: '',
  region: 'us-east-1',
  bucket: '',
  accessKeyId: '',
  secretAccessKey: undefined,
  publicBaseUrl: '',
};

/** What holds now. */
function settingsOf({ secrets, environment }: Changing, chosen: ChosenStore | undefined): Typed {
  if (!chosen) return 's3' in environment ? { ...unset, ...environment.s3 } : unset;
  const { id, endpoint, region, bucket, accessKeyId, publicBaseUrl } = chosen;
  const settings = { endpoint, region, bucket, accessKeyId, publicBaseUrl };
  try {
    return { ...settings, secretAccessKey: secrets.decrypt(chosen.secretAccessKey, aboutStoreSecret(id)) };
  } catch {
    // Its key is gone: it has to be typed again, which the answer says.
    return { ...settings, secretAccessKey: undefined };
  }
}

/** The bucket that is asked for; null for what the environment says, undefined for no change. */
function wantedBy(
  environment: Deps['environment'],
  base: Typed,
  { driver, ...change }: StorageSettingsChange,
): Whole | null | undefined {
  if (driver === undefined && Object.keys(change).length === 0) return undefined;
  if (driver === 'files' && !('dir' in environment)) throw errors.fail('storage_no_folder');
  if (driver === 'files' || change.endpoint === '') return null;
  const next = { ...base, ...change, region: change.region || base.region };
  if (!next.endpoint || !next.bucket || !next.accessKeyId) throw errors.fail('storage_incomplete');
  const kept = next.endpoint === base.endpoint ? base.secretAccessKey : undefined;
  const secretAccessKey = change.secretAccessKey || kept;
  if (!secretAccessKey) throw errors.fail('storage_secret_needed');
  return { ...next, secretAccessKey };
}

const isSame = (a: Typed, b: Typed): boolean =>
  (Object.keys(unset) as (keyof Typed)[]).every((name) => a[name] === b[name]);

async function requireWorking({ objectStores, ctx }: Changing, wanted: Whole): Promise<void> {
  const { reason } = await probeStore(async () => {
    const blobs = await objectStores.connect(wanted);
    return { blobs, prefix: prefixOf(ctx.newId()) };
  });
  if (reason) throw errors.fail(`storage_${reason}`);
}

interface Choice {
  before: ChosenStore | undefined;
  wanted: Whole | null;
  isNewSecret: boolean;
}

async function choose(
  { ctx, environment, secrets }: Changing,
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
  const facts = changedFacts(factsOf(before, environment), factsOf(next, environment));
  if (Object.keys(facts.after).length === 0 && !isNewSecret) return;
  recordAudit(ctx, tx, AuditRecorded, {
    action: 'site_settings_changed',
    target: { type: 'site', id: 'storage' },
    before: facts.before,
    after: { ...facts.after, ...(isNewSecret && { secretChanged: true }) },
  });
}

/** Of a bucket that was chosen before it is the same row, so that its objects go on to be read by the new key. */
async function rowOf(
  { ctx, secrets }: Pick<Deps, 'ctx' | 'secrets'>,
  tx: MediaTx,
  { secretAccessKey, ...settings }: Whole,
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
  const of = ({ endpoint, region, bucket, accessKeyId, publicBaseUrl }: Omit<Typed, 'secretAccessKey'>) =>
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

/** For the audit log: the name of a key opens nothing, but is nobody else's business either. */
function factsOf(chosen: ChosenStore | undefined, environment: Deps['environment']) {
  const { driver, endpoint, region, bucket, publicBaseUrl, source } = shown(chosen, environment);
  return { driver, endpoint, region, bucket, publicBaseUrl, source };
}
