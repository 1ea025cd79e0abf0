import { useEffect } from 'react';
import { observable, useObservable } from '../../lib/observable.ts';
import { lazyOverlay } from '../../ui/lazy-overlay.tsx';
import type { JoinOfferSheetProps } from './join-offer-sheet.tsx';

const isOffered = observable(false);

/** Offers a visitor an account, for members' actions such as a reaction. */
export const offerToJoin = (): void => isOffered.set(true);

const JoinOfferSheet = lazyOverlay<JoinOfferSheetProps>(
  ({ open }) => open,
  async () => (await import('./join-offer-sheet.tsx')).JoinOfferSheet,
);

/** The sheet that `offerToJoin` opens: once on each screen with posts that visitors see. */
export function JoinOffer() {
  // Closed after its link was followed, so that it is not open on returning.
  useEffect(() => () => isOffered.set(false), []);
  return <JoinOfferSheet open={useObservable(isOffered)} onClose={() => isOffered.set(false)} />;
}
