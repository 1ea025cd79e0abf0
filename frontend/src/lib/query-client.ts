import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './http.ts';

const READ_RETRIES = 2;

/** A refusal stays a refusal; what may be over soon (no answer, a service down or slow) is tried again. */
function isRetryable(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline, a question fails and can be asked again, instead of waiting without a word.
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => failures < READ_RETRIES && isRetryable(error),
        retryDelay: (failures) => Math.min(8_000, 600 * 2 ** failures),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Marks a query whose entries exist on this device only, until they are sent. */
export const unsentMeta = { unsent: true };

/** Whether something is on its way to the server, or waits here to be sent: a reload would lose it. */
export function hasUnsent(client: QueryClient): boolean {
  const waiting = client.getQueryCache().findAll({ predicate: ({ meta }) => meta?.unsent === true });
  return client.isMutating() > 0 || waiting.some(({ state }) => Array.isArray(state.data) && state.data.length > 0);
}
