import { changedFields } from '@tribus/community/audit.ts';
import type { MaintenanceChange } from '../api.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';
import type { SiteSettings } from './store/site.ts';

/** Changes the given settings and leaves the others; writes nothing when none differs. */
export async function updateSiteSettings(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  change: MaintenanceChange,
): Promise<SiteSettings> {
  return store.transaction(async (tx) => {
    const before = await tx.site.lock();
    const settings = {
      maintenanceEnabled: change.enabled ?? before.maintenanceEnabled,
      maintenanceMessage: change.message ?? before.maintenanceMessage,
      disableSignup: change.disableSignup ?? before.disableSignup,
    };
    if (isSame(before, settings)) return settings;
    await tx.site.write(settings);
    const target = { type: 'site' as const, id: 'settings' };
    await audit(ctx, tx, { action: 'site_settings_changed', target, ...changedFields({ ...before }, { ...settings }) });
    return settings;
  });
}

function isSame(one: SiteSettings, other: SiteSettings): boolean {
  return (
    one.maintenanceEnabled === other.maintenanceEnabled &&
    one.maintenanceMessage === other.maintenanceMessage &&
    one.disableSignup === other.disableSignup
  );
}
