import { useNavigate, useSearchParams } from 'react-router-dom';
import { currentParams, useChangeParams } from '../../lib/address-params.ts';
import { backgroundOf } from '../../ui/modal-link.tsx';
import { afterOverlays } from '../../ui/overlay-history.ts';
import { STEPS, type StepName } from './fields.ts';

export interface Steps {
  /** The step in the address. */
  wanted: StepName;
  /** Goes from one step to another: forward by a new history entry, back to the entry it came from. */
  go: (from: StepName, to: StepName) => void;
  /** Changes parameters of the address in place. */
  change: (values: Partial<Record<'type' | 'tribe' | 'step', string>>) => void;
  /** Leaves all steps: back to the page behind them, or to `otherwise` when they were opened by their address. */
  leave: () => void;
}

/** The number of entries that earlier steps have added to the history. */
function depthOf(state: unknown): number {
  const depth = typeof state === 'object' && state !== null && 'depth' in state ? state.depth : 0;
  return typeof depth === 'number' ? depth : 0;
}

/**
 * The state of the browser's current entry, which the router may not have rendered yet. A choice from a list is made
 * while its entry is left: the entries of the steps belong to no overlay.
 */
const currentState = (): object => ({ ...window.history.state?.usr, overlays: undefined });

/** The steps of the create flow as history entries, so that Back moves between them. */
export function useSteps(otherwise: string): Steps {
  const navigate = useNavigate();
  const changeParams = useChangeParams();
  const [query] = useSearchParams();
  return {
    wanted: STEPS.find((step) => step === query.get('step')) ?? STEPS[0],
    go(from, to) {
      const by = STEPS.indexOf(to) - STEPS.indexOf(from);
      const state = currentState();
      const depth = depthOf(state);
      // A second press before the step is shown adds no second entry.
      if (by > 0 && currentParams().get('step') === to) return;
      if (by > 0) changeParams({ step: to }, { state: { ...state, depth: depth + 1 } });
      else if (depth + by >= 0) void navigate(by);
      else changeParams({ step: to }, { replace: true, state });
    },
    change: (values) => changeParams(values, { replace: true, state: currentState() }),
    leave: () =>
      afterOverlays(() => {
        const state = currentState();
        if (backgroundOf(state)) void navigate(-1 - depthOf(state));
        else void navigate(otherwise, { replace: true });
      }),
  };
}
