import { useEffect, useEffectEvent } from 'react';
import { blankFields, type CreateFields, isBlank } from '../features/create/fields.ts';
import { blankFields as blankComposer, composerDraft, readFields } from '../features/posts/composer-fields.ts';
import type { DraftFile } from '../lib/draft-files.ts';
import { type Draft, useDraft, useTabDraft } from '../lib/drafts.ts';

/** The id of the draft that continues a composer, in the history state with which the composer opened the create flow. */
export function continuedIdOf(state: unknown): string | null {
  const { continuedId }: { continuedId?: unknown } = Object(state);
  return typeof continuedId === 'string' ? continuedId : null;
}

const none: readonly DraftFile[] = [];

/**
 * Moves what was typed and chosen in the composer of a tribe into the open draft, when the composer opened the create
 * flow to continue there. A draft that has content already stays as it is.
 */
export function useComposerDraft(
  isContinued: boolean,
  tribeId: number | null,
  [fields, change]: Draft<CreateFields>,
  restorePictures: (pictures: readonly DraftFile[]) => void,
): void {
  const { text, pictures } = composerDraft(tribeId ?? 0);
  const [composed, changeComposed] = useDraft(text, blankComposer, readFields);
  const [chosen, changeChosen] = useTabDraft(pictures, none);
  const move = useEffectEvent(() => {
    if (!isBlank(fields)) return;
    change(() => ({ ...blankFields, ...composed, tribeId, pictures: chosen.length }));
    restorePictures(chosen);
    changeComposed(() => blankComposer);
    changeChosen(() => none);
  });
  useEffect(() => {
    if (isContinued) move();
  }, [isContinued]);
}
