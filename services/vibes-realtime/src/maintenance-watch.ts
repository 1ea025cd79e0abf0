import type { Deps } from './deps.ts';

/**
 * Closes the streams of all but admins while the site is under maintenance, as every other call of theirs is refused. The
 * browser that comes back at once learns why from the gateway. While identity does not answer none is closed.
 */
export async function endStreamsInMaintenance({ identity, streams }: Deps): Promise<void> {
  const refused = streams.filter(({ actor }) => actor.role !== 'admin');
  if (refused.length === 0) return;
  if (!(await identity.getSite({})).maintenanceEnabled) return;
  for (const stream of refused) stream.close();
}
