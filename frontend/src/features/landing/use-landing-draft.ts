import { useState } from 'react';
import { useFormDraft } from '../../lib/drafts.ts';
import { type LandingContent, noContent } from './api.ts';

/** The content as it is edited: kept on this device until it is saved, so that leaving the screen loses nothing. */
export function useLandingDraft(saved: LandingContent | null) {
  const [known, setKnown] = useState(saved ?? noContent);
  const {
    draft: [draft, change],
    isChanged,
    discard,
  } = useFormDraft('landing', known);
  return {
    draft,
    known,
    isChanged,
    change,
    noteSaved(now: LandingContent) {
      setKnown(now);
      discard();
    },
  };
}
