import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { keepScroll } from '../../lib/keep-scroll.ts';
import { afterOverlays } from '../../ui/overlay-history.ts';
import { useIsDesk } from '../../ui/use-is-desk.ts';
import { readFilter } from './case-filter.ts';

/** The state of a history entry created by a press in the list: Back leads to the list. */
const fromList = { fromList: true };

const isFromList = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'fromList' in state && state.fromList === true;

/**
 * The open case and the filter of the list, as in the address. On a phone an open case is a page of its own, which Back
 * leaves; on a desktop it is next to the list, and the page keeps its scroll position.
 */
export function useCaseAddress(isOfSite: boolean) {
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
    filter: readFilter(query, isOfSite),
    addressWith,
    open: (id: string) => {
      const next = addressWith({ case: id });
      afterOverlays(() => {
        if (isDesk) setQuery(next, { replace: true, state: keepScroll });
        else if (openId) setQuery(next, { replace: true, state });
        else setQuery(next, { state: fromList });
      });
    },
    close: () => {
      afterOverlays(() => {
        if (!isDesk && isFromList(state)) void navigate(-1);
        else setQuery(addressWith({ case: '' }), { replace: true, state: keepScroll });
      });
    },
    narrow: (changes: Record<string, string>) =>
      setQuery(addressWith({ ...changes, case: '' }), { replace: true, state: keepScroll }),
  };
}

/** A case replaces the list, as on a phone. */
export function useIsCaseAlone(): boolean {
  const [query] = useSearchParams();
  const isDesk = useIsDesk();
  return !isDesk && query.has('case');
}
