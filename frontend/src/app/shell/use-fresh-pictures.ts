import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const OWN_PICTURES = '/api/proxy-media';

/**
 * Returns the signed address of a picture, as the API sends it; null for other addresses, which never expire. `currentSrc`
 * is the chosen one of several sizes.
 */
function signedAddressOf({ currentSrc, src }: HTMLImageElement): string | null {
  const { origin, pathname, search, searchParams } = new URL(currentSrc || src, location.href);
  return origin === location.origin && pathname === OWN_PICTURES && searchParams.has('sig') ? pathname + search : null;
}

/**
 * Signed addresses expire while a page stays open. When a picture fails to load, the queries that contain its address
 * are fetched again, once per address, so that a picture that is missing altogether causes no loop.
 */
export function useFreshPictures(): void {
  const client = useQueryClient();
  useEffect(() => {
    const requested = new Set<string>();
    const onError = ({ target }: Event) => {
      if (!(target instanceof HTMLImageElement) || !navigator.onLine) return;
      const address = signedAddressOf(target);
      if (address === null || requested.has(address)) return;
      requested.add(address);
      void client.invalidateQueries(
        { predicate: ({ state, meta }) => !meta?.unsent && JSON.stringify(state.data ?? null).includes(address) },
        // Several pictures of one query fail together.
        { cancelRefetch: false },
      );
    };
    // Errors of elements do not bubble.
    document.addEventListener('error', onError, { capture: true });
    return () => document.removeEventListener('error', onError, { capture: true });
  }, [client]);
}
