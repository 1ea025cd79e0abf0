import { imageMaxMb, imagesMax } from '@limits/content';
import { imageTypes } from '@limits/media';
import { useState } from 'react';
import { useTabDraft } from '../../lib/drafts.ts';
import { useTexts } from '../../lib/i18n.ts';
import { newId } from '../../lib/ids.ts';

/** A picture chosen and not yet sent. */
export interface ChosenPicture {
  id: string;
  file: File;
}

const maxBytes = imageMaxMb * 1024 * 1024;
const isPicture = ({ type }: File): boolean => imageTypes.some((allowed) => allowed === type);
const none: readonly ChosenPicture[] = [];

/** The pictures of the draft at a place, up to six; what cannot be taken is said at once. */
export function usePictures(place: string) {
  const { t } = useTexts();
  const [list, change] = useTabDraft(place, none);
  const [problem, setProblem] = useState<string | null>(null);

  function add(files: File[]): void {
    if (files.length === 0) return;
    const right = files.filter((file) => isPicture(file) && file.size <= maxBytes);
    const taken = right.slice(0, imagesMax - list.length);
    setProblem(problemOf(files, right, taken));
    change((before) => [...before, ...taken.map((file) => ({ id: newId(), file }))]);
  }

  function problemOf(files: File[], right: File[], taken: File[]): string | null {
    if (!files.every(isPicture)) return t('posts.wrongType');
    if (files.length > right.length) return t('posts.tooLarge', { max: imageMaxMb });
    return right.length > taken.length ? t('posts.tooMany', { max: imagesMax }) : null;
  }

  return {
    list,
    problem,
    add,
    remove(id: string) {
      change((before) => before.filter((picture) => picture.id !== id));
      setProblem(null);
    },
    /** Those that arrived; others may have been added meanwhile. */
    clear(sent: readonly ChosenPicture[]) {
      change((before) => before.filter((picture) => !sent.includes(picture)));
      setProblem(null);
    },
  };
}
