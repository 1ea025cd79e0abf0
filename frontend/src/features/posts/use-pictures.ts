import { imageMaxMb } from '@limits/community';
import { imagesMax } from '@limits/content';
import { imageTypes } from '@limits/media';
import type { DraftFile } from '../../lib/draft-files.ts';
import { useTabDraft } from '../../lib/drafts.ts';
import { useTexts } from '../../lib/i18n.ts';
import { newId } from '../../lib/ids.ts';
import { sortedByIds } from '../../lib/sorted-by-ids.ts';
import { usePictureProblem } from '../../lib/use-picture-problem.ts';
import type { Refusal } from '../../ui/files/file-rules.ts';
import { useFileChoice } from '../../ui/files/use-file-choice.ts';

export const pictureRules = { types: imageTypes, maxMb: imageMaxMb, maxCount: imagesMax };
const none: readonly DraftFile[] = [];

/**
 * The pictures of a draft, up to six, and the reason why the last selected files were refused. `divert` takes files that
 * are no pictures and returns the others.
 */
export function usePictures(draftName: string, divert?: (files: readonly File[]) => readonly File[]) {
  const [list, change] = useTabDraft(draftName, none);
  const take = (files: readonly File[]) =>
    change((before) => [...before, ...files.map((file) => ({ id: newId(), file }))]);
  const choice = useFileChoice(pictureRules, list.length, take, undefined, divert);
  const problem = useProblem(choice.refused);

  return {
    list,
    problem,
    choice,
    remove(id: string) {
      change((before) => before.filter((picture) => picture.id !== id));
      choice.forgetRefused();
    },
    /** Adds the pictures of an earlier visit. */
    restore(stored: readonly DraftFile[]) {
      change((before) => [...stored, ...before].slice(0, imagesMax));
    },
    reorder(ids: readonly string[]) {
      change((before) => sortedByIds(before, ids));
    },
    /** Removes the sent pictures; others may have been added during the upload. */
    clear(sent: readonly DraftFile[]) {
      change((before) => before.filter((picture) => !sent.includes(picture)));
      choice.forgetRefused();
    },
  };
}

/** The specification's sentence about refused files. */
function useProblem(refused: readonly Refusal[]): string | null {
  const { t } = useTexts('members');
  const problemText = usePictureProblem(imageMaxMb);
  const reasons = refused.map(({ reason }) => reason);
  const reason = (['type', 'empty', 'size'] as const).find((each) => reasons.includes(each));
  if (reason) return problemText(reason);
  return reasons.includes('count') ? t('posts.tooMany', { max: imagesMax }) : null;
}
