import { useState } from 'react';
import { useDraft } from '../../lib/drafts.ts';
import { type LandingContent, noContent } from './api.ts';

/** What is edited, and what was saved when that began: of a page that another admin has changed since, no draft is kept. */
interface Kept {
  base: string;
  content: LandingContent;
}

/** The content as it is edited: kept on this device until it is saved, so that leaving the screen loses nothing. */
export function useLandingDraft(saved: LandingContent | null) {
  const [known, setKnown] = useState(saved ?? noContent);
  const [kept, keep] = useDraft<Kept | null>('landing', null, readKept);
  const base = JSON.stringify(known);
  const contentOf = (draft: Kept | null) => (draft?.base === base ? draft.content : known);
  const draft = contentOf(kept);
  return {
    draft,
    known,
    isChanged: JSON.stringify(draft) !== base,
    change(by: (before: LandingContent) => LandingContent) {
      keep((before) => {
        const content = by(contentOf(before));
        return JSON.stringify(content) === base ? null : { base, content };
      });
    },
    noteSaved(now: LandingContent) {
      setKnown(now);
      keep(() => null);
    },
  };
}

function readKept(kept: unknown): Kept | null {
  if (typeof kept !== 'object' || kept === null || !('base' in kept) || !('content' in kept)) return null;
  const { base, content } = kept;
  return typeof base === 'string' && isContent(content) ? { base, content } : null;
}

const isContent = (content: unknown): content is LandingContent =>
  typeof content === 'object' &&
  content !== null &&
  'hero' in content &&
  typeof content.hero === 'object' &&
  'items' in content &&
  Array.isArray(content.items);
