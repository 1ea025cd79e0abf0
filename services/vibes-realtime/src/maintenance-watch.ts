import type { Deps } from './deps.ts';

/**
 * Closes the streams of all but admins while the site is under maintenance, like all other requests of theirs. A
 * reconnecting browser gets the reason from the gateway. Closes none while identity is unavailable.
 */
export async function endStreamsInMaintenance({ identity, streams }: Deps): Promise<void> {
  const refused = streams.filter(({ actor }) => actor.role !== 'admin');
  if (refused.length === 0) return;
  if (!(await identity.getSite({})).maintenanceEnabled) return;
  for (const stream of refused) stream.close();
}
