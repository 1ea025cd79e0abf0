import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './http.ts';

const READ_RETRIES = 2;

/** A refusal stays a refusal; what may pass (no answer, a part down or late) is tried again. */
function mayPass(error: unknown): boolean {
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
        retry: (failures, error) => failures < READ_RETRIES && mayPass(error),
        retryDelay: (failures) => Math.min(8_000, 600 * 2 ** failures),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
