import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { observable, useObservable } from '../lib/observable.ts';

/**
 * Overlays in the history: opening one adds an entry with the same address, so that Back on a phone closes it and
 * leaves the screen as it is. The entry's state lists the overlays that are open at it, the topmost last.
 */
export const openOverlays = observable<readonly string[]>([]);

/** The overlays of a history entry. */
export function readOverlays(state: unknown): readonly string[] {
  const named = typeof state === 'object' && state !== null && 'overlays' in state ? state.overlays : [];
  return Array.isArray(named) ? named.filter((id) => typeof id === 'string') : [];
}

export const isOpen = (id: string): boolean => openOverlays.get().includes(id);

/** The overlays of the browser's current entry. The router may have rendered an older one. */
export const currentOverlays = (): readonly string[] => readOverlays(window.history.state?.usr);

/** The browser's current entry, which the router may not have rendered yet; null before the first navigation. */
export function currentEntry() {
  if (!window.history.state?.key) return null;
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, state: window.history.state.usr };
}

/** Whether the browser's current entry belongs to a closed overlay. */
export function isAtClosedOverlay(): boolean {
  const topmost = currentOverlays().at(-1);
  return topmost !== undefined && !isOpen(topmost);
}

/** The key of the entry that a pending history.back() leaves; the browser takes a moment for it. */
let leftKey: string | undefined;
export const isLeaving = (): boolean => leftKey !== undefined && leftKey === window.history.state?.key;

/** Actions that wait until the entries of closed overlays are left. */
const pending = observable<readonly (() => void)[]>([]);

/**
 * Runs a history action of an overlay once the entry of the overlay is left: it replaces the page, or goes back from
 * it, as if no overlay had been open. Call it in the event that closes the overlay.
 */
export function afterOverlays(act: () => void): void {
  if (currentOverlays().length > 0) pending.set([...pending.get(), act]);
  else act();
}

/** A finger or a mouse button is down. */
const pressed = observable(false);
const PRESSES = ['pointerdown', 'pointerup', 'pointercancel'] as const;

/**
 * Goes back from a history entry whose overlay is closed, regardless of how it closed and how the entry was reached.
 */
export function useOverlayHistory(): void {
  const navigate = useNavigate();
  const open = useObservable(openOverlays);
  const hasWaiting = useObservable(pending).length > 0;
  /** Runs the pending actions, or first goes back from the entry of a closed overlay. */
  const settle = useEffectEvent(() => {
    if (!isAtClosedOverlay()) {
      const acts = pending.get();
      pending.set([]);
      for (const act of acts) act();
    } else if (!isLeaving()) {
      leftKey = window.history.state.key;
      void navigate(-1);
    }
  });

  useEffect(() => {
    const note = ({ type }: Event) => pressed.set(type === 'pointerdown');
    for (const type of PRESSES) window.addEventListener(type, note, true);
    return () => {
      for (const type of PRESSES) window.removeEventListener(type, note, true);
    };
  }, []);

  // Not as an effect of the location: the browser can return to an entry before its target was rendered.
  useEffect(() => {
    const onPop = () => {
      leftKey = undefined;
      settle();
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the open overlays determine the next step
  useEffect(() => {
    let timer: number | undefined;
    // After the click of the press that closed it, which may navigate.
    const settleSoon = () => {
      window.clearTimeout(timer);
      if (hasWaiting || !pressed.get()) timer = window.setTimeout(() => settle());
    };
    settleSoon();
    const unsubscribe = pressed.subscribe(settleSoon);
    return () => {
      unsubscribe();
      window.clearTimeout(timer);
    };
  }, [open, hasWaiting]);
}
