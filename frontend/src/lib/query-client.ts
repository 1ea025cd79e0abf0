import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './http.ts';

const READ_RETRIES = 2;

/** Whether to retry a failed call: without a response or after a 5xx; a 4xx is final. */
export function isRetryable(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

/**
 * An invalidation also concerns requests under way: their responses may be older than the change that caused it.
 * The library waits for the first request of a query instead of repeating it, and takes any response as valid.
 */
class ClientOfChanges extends QueryClient {
  override invalidateQueries<Key extends QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const { refetchType = filters.type ?? 'active' } = filters;
    const underWay = { ...filters, fetchStatus: 'fetching' as const };
    const cache = this.getQueryCache();
    const matching = refetchType === 'none' ? [] : cache.findAll({ ...underWay, type: refetchType });
    const refetched = new Set(matching.filter((query) => !query.isDisabled() && !query.isStatic()));
    for (const query of cache.findAll(underWay))
      if (!refetched.has(query)) void query.promise?.catch(() => undefined).then(() => query.invalidate());
      else if (options.cancelRefetch !== false && query.state.data === undefined) void query.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}

/** `firstRetryMs` is the pause before the first retry; it doubles with each further one. */
export function createQueryClient(firstRetryMs = 600): QueryClient {
  return new ClientOfChanges({
    defaultOptions: {
      // Offline, a query fails with an error that can be retried, instead of being paused silently.
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => failures < READ_RETRIES && isRetryable(error),
        retryDelay: (failures) => Math.min(8_000, firstRetryMs * 2 ** failures),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Marks a query whose entries exist on this device only, until they are sent. */
export const unsentMeta = { unsent: true };

/** Whether a mutation is running or an outbox has entries: a reload would lose them. */
export function hasUnsent(client: QueryClient): boolean {
  const unsent = client.getQueryCache().findAll({ predicate: ({ meta }) => meta?.unsent === true });
  return client.isMutating() > 0 || unsent.some(({ state }) => Array.isArray(state.data) && state.data.length > 0);
}
