import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { SiteSettingsChanged } from '@tribus/proto/identity/v1/events.ts';
import type { MaintenanceChange } from '../api.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';
import type { SiteSettings } from './store/site.ts';

/** Changes the settings that are given and keeps the others; emits an event only when something is different. */
export async function updateSiteSettings(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  actor: Actor,
  change: MaintenanceChange,
): Promise<SiteSettings> {
  const { settings, changed } = await store.transaction(async (tx) => {
    const before = await tx.site.lock();
    const settings = {
      maintenanceEnabled: change.enabled ?? before.maintenanceEnabled,
      maintenanceMessage: change.message ?? before.maintenanceMessage,
      disableSignup: change.disableSignup ?? before.disableSignup,
    };
    const changed = !isSame(before, settings);
    if (changed) {
      await tx.site.write(settings);
      tx.emit(SiteSettingsChanged, settings);
    }
    return { settings, changed };
  });
  if (changed) audit(ctx, 'site_settings_changed', { userId: actor.id, ...settings });
  return settings;
}

function isSame(one: SiteSettings, other: SiteSettings): boolean {
  return (
    one.maintenanceEnabled === other.maintenanceEnabled &&
    one.maintenanceMessage === other.maintenanceMessage &&
    one.disableSignup === other.disableSignup
  );
}
