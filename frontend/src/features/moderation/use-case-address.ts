import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useChangeParams, withParams } from '../../lib/address-params.ts';
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
  const [query] = useSearchParams();
  const changeParams = useChangeParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const isDesk = useIsDesk();
  const openId = query.get('case');
  return {
    isDesk,
    openId,
    filter: readFilter(query, isOfSite),
    addressWith: withParams,
    open: (id: string) =>
      afterOverlays(() => {
        if (isDesk) changeParams({ case: id }, { replace: true, state: keepScroll });
        else if (openId) changeParams({ case: id }, { replace: true, state });
        else changeParams({ case: id }, { state: fromList });
      }),
    close: () =>
      afterOverlays(() => {
        if (!isDesk && isFromList(state)) void navigate(-1);
        else changeParams({ case: '' }, { replace: true, state: keepScroll });
      }),
    narrow: (changes: Record<string, string>) =>
      changeParams({ ...changes, case: '' }, { replace: true, state: keepScroll }),
  };
}

/** A case replaces the list, as on a phone. */
export function useIsCaseAlone(): boolean {
  const [query] = useSearchParams();
  const isDesk = useIsDesk();
  return !isDesk && query.has('case');
}
