import { changedFields } from '@tribus/community/audit.ts';
import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import type { AdsChange, AdsConfig } from '../api/ads.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import type { AdsSettings } from './store/ads.ts';

/** Returns the ad settings; while ads are disabled only admins see the script and the slot. */
export async function readAds({ store }: Pick<Deps, 'store'>, viewer: Actor): Promise<AdsConfig> {
  const settings = await store.ads.read();
  return settings.enabled || isAdmin(viewer) ? settings : { ...settings, script: '', adClient: '', adSlot: '' };
}

/**
 * Changes the given fields and leaves the others. Throws 400 `ad_missing` when ads are enabled without a script or
 * slot.
 */
export async function changeAds({ ctx, store }: Pick<Deps, 'ctx' | 'store'>, change: AdsChange): Promise<AdsConfig> {
  return store.transaction(async (tx) => {
    const before = await tx.ads.lock();
    const settings = { ...before, ...change };
    if (settings.enabled && !settings.script && !(settings.adClient && settings.adSlot))
      throw errors.fail('ad_missing');
    const facts = changedFields(toAuditFields(before), toAuditFields(settings));
    const isOtherScript = before.script !== settings.script;
    if (Object.keys(facts.after).length === 0 && !isOtherScript) return settings;
    await tx.ads.write(settings);
    await audit(ctx, tx, {
      action: 'site_settings_changed',
      target: { type: 'site', id: 'ads' },
      before: facts.before,
      after: { ...facts.after, ...(isOtherScript && { scriptChanged: true }) },
    });
    return settings;
  });
}

/** The audit log records the length of a script, not its text. */
const toAuditFields = ({ script, ...rest }: AdsSettings) => ({ ...rest, scriptLength: script.length });
