import { useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { currentParams, useChangeParams } from '../../lib/address-params.ts';
import { backgroundOf } from '../../ui/modal-link.tsx';
import { afterOverlays } from '../../ui/overlay-history.ts';
import { STEPS, type StepName } from './fields.ts';

export interface Steps {
  /** The step in the address. */
  wanted: StepName;
  /** Goes from one step to another: forward by a new history entry, back to the entry of that step, if it has one. */
  go: (from: StepName, to: StepName) => void;
  /** Changes parameters of the address in place. */
  change: (values: Partial<Record<'type' | 'tribe' | 'step', string>>) => void;
  /** Leaves all steps: back to the page behind them, or to `otherwise` when they were opened by their address. */
  leave: () => void;
}

const stepOf = (query: URLSearchParams): StepName => STEPS.find((step) => step === query.get('step')) ?? STEPS[0];

/** The steps of the entries before this one: a step that was skipped has none. */
function trailOf(state: unknown): StepName[] {
  const { trail }: { trail?: unknown } = Object(state);
  return Array.isArray(trail) ? trail.filter((step) => STEPS.some((known) => known === step)) : [];
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
  /** The browser goes back later than it was asked to. */
  const isLeaving = useRef(false);
  const goBack = (entries: number) => {
    isLeaving.current = true;
    const end = () => {
      isLeaving.current = false;
    };
    window.addEventListener('popstate', end, { once: true });
    void navigate(-entries);
  };
  return {
    wanted: stepOf(query),
    go(from, to) {
      const state = currentState();
      const trail = trailOf(state);
      // A second press before the step is shown adds no second entry, and goes back no further.
      if (isLeaving.current || stepOf(currentParams()) === to) return;
      if (STEPS.indexOf(to) > STEPS.indexOf(from))
        return changeParams({ step: to }, { state: { ...state, trail: [...trail, from] } });
      const entry = trail.lastIndexOf(to);
      if (entry === -1) return changeParams({ step: to }, { replace: true, state });
      goBack(trail.length - entry);
    },
    change: (values) => changeParams(values, { replace: true, state: currentState() }),
    leave: () =>
      afterOverlays(() => {
        const state = currentState();
        if (backgroundOf(state)) void navigate(-1 - trailOf(state).length);
        else void navigate(otherwise, { replace: true });
      }),
  };
}
