import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { keepPlace } from '../../lib/keep-place.ts';
import { afterOverlays } from '../../ui/overlay-history.ts';
import { useIsDesk } from '../../ui/use-is-desk.ts';
import { filterOf } from './case-filter.ts';

/** The state of an entry that a press in the list made: Back leads to the list. */
const fromList = { fromList: true };

const isFromList = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'fromList' in state && state.fromList === true;

/**
 * Which case is open and how the list is narrowed, as the address says. On a phone an open case is a page of its own, which
 * Back leaves; at a desk it stands beside the list, and the page keeps its place.
 */
export function useCaseAddress() {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const isDesk = useIsDesk();
  const openId = query.get('case');
  const addressWith = (changes: Record<string, string>) =>
    new URLSearchParams(Object.entries({ ...Object.fromEntries(query), ...changes }).filter(([, value]) => value));
  return {
    isDesk,
    openId,
    filter: filterOf(query),
    addressWith,
    open: (id: string) => {
      const next = addressWith({ case: id });
      afterOverlays(() => {
        if (isDesk) setQuery(next, { replace: true, state: keepPlace });
        else if (openId) setQuery(next, { replace: true, state });
        else setQuery(next, { state: fromList });
      });
    },
    close: () => {
      afterOverlays(() => {
        if (!isDesk && isFromList(state)) void navigate(-1);
        else setQuery(addressWith({ case: '' }), { replace: true, state: keepPlace });
      });
    },
    narrow: (changes: Record<string, string>) =>
      setQuery(addressWith({ ...changes, case: '' }), { replace: true, state: keepPlace }),
  };
}

/** A case is shown in place of the list, as on a phone. */
export function useIsCaseAlone(): boolean {
  const [query] = useSearchParams();
  const isDesk = useIsDesk();
  return !isDesk && query.has('case');
}
