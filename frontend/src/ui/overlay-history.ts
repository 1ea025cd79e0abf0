import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { observable, useObservable } from '../lib/observable.ts';

/**
 * Overlays in the history: opening one adds an entry with the same address, so that Back on a phone closes it and
 * leaves the screen where it is. The entry's state names the overlays that are open at it, the topmost last.
 */
export const openOverlays = observable<readonly string[]>([]);

/** The overlays that a history entry was made for. */
export function overlaysOf(state: unknown): readonly string[] {
  const named = typeof state === 'object' && state !== null && 'overlays' in state ? state.overlays : [];
  return Array.isArray(named) ? named.filter((id) => typeof id === 'string') : [];
}

export const isOpen = (id: string): boolean => openOverlays.get().includes(id);

/** The overlays of the browser's entry. What the router has rendered may be older. */
export const currentOverlays = (): readonly string[] => overlaysOf(window.history.state?.usr);

/** Whether the browser's entry was made for an overlay that is closed. */
export function isAtClosedOverlay(): boolean {
  const topmost = currentOverlays().at(-1);
  return topmost !== undefined && !isOpen(topmost);
}

/** The key of the entry from which it was asked to go back; the browser takes a moment for it. */
let leftKey: string | undefined;
export const isLeaving = (): boolean => leftKey !== undefined && leftKey === window.history.state?.key;

/** What waits until the entries of closed overlays are left. */
const waiting = observable<readonly (() => void)[]>([]);

/**
 * Does what a choice in an overlay asks of the history, once the entry of the overlay is left: it replaces the page, or
 * goes back from it, as if nothing had been open. Call it in the event that closes the overlay.
 */
export function afterOverlays(act: () => void): void {
  if (currentOverlays().length > 0) waiting.set([...waiting.get(), act]);
  else act();
}

/** A finger or a button of the mouse is down. */
const pressed = observable(false);
const PRESSES = ['pointerdown', 'pointerup', 'pointercancel'] as const;

/** Goes back from a history entry whose overlay is closed, whatever closed it and whatever led to the entry. */
export function useOverlayHistory(): void {
  const navigate = useNavigate();
  const open = useObservable(openOverlays);
  const hasWaiting = useObservable(waiting).length > 0;
  /** Does what waits, or first goes back from the entry of a closed overlay. */
  const settle = useEffectEvent(() => {
    if (!isAtClosedOverlay()) {
      const acts = waiting.get();
      waiting.set([]);
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

  // Not as an effect of the location: one comes back to an entry also before what it led to was rendered.
  useEffect(() => {
    const onPop = () => {
      leftKey = undefined;
      settle();
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is open changes what is to be done
  useEffect(() => {
    let timer: number | undefined;
    // After the click of the press that closed it, which may lead elsewhere.
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
