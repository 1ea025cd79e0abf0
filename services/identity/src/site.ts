import { type Actor, isAdmin } from '@tribus/kit/runtime/actor.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { SiteSettingsChanged } from '@tribus/proto/identity/v1/events.ts';
import type { Maintenance, MaintenanceChange, MaintenanceConfig, PublicSite } from '../api.ts';
import { audit } from './audit.ts';
import type { SiteSettings } from './store/site.ts';
import type { IdentityStore } from './store/store.ts';

/** Changes what is given and leaves the rest; said only when something is different afterwards. */
export async function changeSite(
  ctx: Context,
  store: IdentityStore,
  actor: Actor,
  change: MaintenanceChange,
): Promise<SiteSettings> {
  const { settings, changed } = await store.transaction(async (tx) => {
    const before = await tx.site.readForUpdate();
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

export function presentMaintenance({ maintenanceEnabled, maintenanceMessage }: SiteSettings): Maintenance {
  return { enabled: maintenanceEnabled, message: maintenanceMessage };
}

/** Signing in with Google is not built yet, so no button may lead there. */
export function presentSite(settings: SiteSettings): PublicSite {
  return {
    disableSignup: settings.disableSignup,
    googleEnabled: false,
    maintenance: presentMaintenance(settings),
  };
}

/** Ordinary pages read `disableSignup`; the rest is for admins. */
export function presentConfig(settings: SiteSettings, viewer: Actor): MaintenanceConfig {
  const { disableSignup } = settings;
  return isAdmin(viewer) ? { disableSignup, ...presentMaintenance(settings) } : { disableSignup };
}
