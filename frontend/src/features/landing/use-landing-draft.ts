import { useState } from 'react';
import { useFormDraft } from '../../lib/drafts.ts';
import { type LandingContent, noContent, type SavedLanding } from './api.ts';

/** The edited content: stored on this device until it is saved, so that leaving the screen loses nothing. */
export function useLandingDraft(saved: SavedLanding | null) {
  const [latest, setLatest] = useState(saved ?? noContent);
  const {
    draft: [draft, change],
    isChanged,
    discard,
    markSaved,
  } = useFormDraft('landing', contentOf(latest));
  return {
    draft,
    latest,
    isChanged,
    change,
    /** Keeps the text typed while the content was being saved. */
    noteSaved(now: SavedLanding) {
      setLatest(now);
      markSaved(contentOf(now));
    },
    /** Discards the draft and shows what another admin has saved. */
    restart(now: SavedLanding | null) {
      setLatest(now ?? noContent);
      discard();
    },
  };
}

const contentOf = ({ hero, items }: SavedLanding): LandingContent => ({ hero, items });
