import { useState } from 'react';
import { useFormDraft } from '../../lib/drafts.ts';
import { type LandingContent, noContent } from './api.ts';

/** The edited content: stored on this device until it is saved, so that leaving the screen loses nothing. */
export function useLandingDraft(saved: LandingContent | null) {
  const [latest, setLatest] = useState(saved ?? noContent);
  const {
    draft: [draft, change],
    isChanged,
    markSaved,
  } = useFormDraft('landing', latest);
  return {
    draft,
    latest,
    isChanged,
    change,
    /** What was typed while the content was being saved stays. */
    noteSaved(now: LandingContent) {
      setLatest(now);
      markSaved(now);
    },
  };
}
