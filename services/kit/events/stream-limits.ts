import { type JetStreamManager, nanos, StorageType, type StreamInfo } from 'nats';
import { retentionMs } from './event-retention.ts';

const limits = { max_age: nanos(retentionMs), duplicate_window: nanos(2 * 60 * 1000) };

/** Creates a stream, or updates the limits of one that an earlier version created. */
export async function ensureStream(manager: JetStreamManager, name: string, subjects: string): Promise<StreamInfo> {
  const { streams } = manager;
  const found = await streams.info(name).catch(undefinedIfMissing);
  if (!found) return streams.add({ name, subjects: [subjects], storage: StorageType.File, ...limits });
  const { max_age, duplicate_window } = found.config;
  if (max_age === limits.max_age && duplicate_window === limits.duplicate_window) return found;
  return streams.update(name, { ...found.config, ...limits });
}

/** Maps the broker's "not found" error for a stream or consumer to undefined. */
export function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'api_error' in error && /not found/.test(error.message)) return undefined;
  throw error;
}
