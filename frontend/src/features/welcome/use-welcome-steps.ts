import { homininiId } from '@limits/community';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { consumeRememberedPath, entriesSinceVisit } from '../../lib/session.ts';

export const welcomeSteps = ['name', 'tribes', 'hello'] as const;
export type WelcomeStep = (typeof welcomeSteps)[number];

const ids: readonly string[] = welcomeSteps;

/** Returns the number of history entries before this one that belong to the welcome. */
function depthOf(state: unknown): number {
  const depth = typeof state === 'object' && state !== null && 'welcomeDepth' in state ? state.welcomeDepth : 0;
  return typeof depth === 'number' ? depth : 0;
}

/** The step of the address, and functions to move between steps. */
export function useWelcomeSteps() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { key, state } = useLocation();
  const depth = depthOf(state);
  const isMoving = useRef(false);
  const [leaving, setLeaving] = useState(false);
  const at = Math.max(0, ids.indexOf(query.get('step') ?? ''));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history may be left once
  useEffect(() => {
    isMoving.current = false;
  }, [key]);

  // Leaves from the first entry of the welcome and replaces it, so that Back does not return to the welcome.
  useEffect(() => {
    if (!leaving || depth > 0) return;
    const steps = entriesSinceVisit();
    const path = consumeRememberedPath(paths.tribe(homininiId));
    if (steps > 0) void navigate(-steps);
    else void navigate(path, { replace: true });
  }, [leaving, depth, navigate]);

  /** Ignores the second press of a double click, before the screen has changed: it would add or leave another entry. */
  function once(move: () => void): void {
    if (isMoving.current) return;
    isMoving.current = true;
    move();
  }

  function leave(): void {
    setLeaving(true);
    if (depth > 0) void navigate(-depth);
  }

  function goTo(index: number): void {
    const step = welcomeSteps[index];
    if (!step) leave();
    else if (index < at && depth >= at - index) void navigate(index - at);
    else void navigate(paths.welcome(step), { state: { welcomeDepth: depth + 1 } });
  }

  return {
    step: welcomeSteps[at] ?? welcomeSteps[0],
    leaving,
    leave: () => once(leave),
    next: () => once(() => goTo(at + 1)),
    go: (step: string) => once(() => goTo(ids.indexOf(step))),
  };
}
