import { imageMaxMb, imagesMax } from '@limits/content';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { newId } from '../../lib/ids.ts';
import { useMe } from '../../lib/session.ts';

/** A picture chosen and not yet sent. */
export interface ChosenPicture {
  id: string;
  file: File;
  /** An object URL; given back when the picture goes. */
  preview: string;
}

const allowed = /^image\/(jpeg|png|gif|webp)$/;
const maxBytes = imageMaxMb * 1024 * 1024;

/** Pictures of drafts whose screens were left, as long as the tab lives; files fit no other storage. */
const kept = new Map<string, File[]>();

/** The pictures of the draft at a place, up to six; what cannot be taken is said at once. */
export function usePictures(place: string) {
  const { t } = useTexts();
  const key = `${useMe()?.id}:${place}`;
  const [list, setList] = useState<ChosenPicture[]>(() => (kept.get(key) ?? []).map(chosen));
  const [problem, setProblem] = useState<string | null>(null);
  const held = useRef(list);
  held.current = list;
  useEffect(() => () => release(held.current), []);
  useEffect(() => {
    if (list.length > 0)
      kept.set(
        key,
        list.map(({ file }) => file),
      );
    else kept.delete(key);
  }, [key, list]);

  function add(files: File[]): void {
    if (files.length === 0) return;
    const right = files.filter((file) => allowed.test(file.type) && file.size <= maxBytes);
    const taken = right.slice(0, imagesMax - list.length);
    setProblem(problemOf(files, right, taken));
    setList([...list, ...taken.map(chosen)]);
  }

  function problemOf(files: File[], right: File[], taken: File[]): string | null {
    if (files.some((file) => !allowed.test(file.type))) return t('posts.wrongType');
    if (files.length > right.length) return t('posts.tooLarge', { max: imageMaxMb });
    return right.length > taken.length ? t('posts.tooMany', { max: imagesMax }) : null;
  }

  return {
    list,
    problem,
    add,
    remove(id: string) {
      release(list.filter((picture) => picture.id === id));
      setList(list.filter((picture) => picture.id !== id));
      setProblem(null);
    },
    clear() {
      release(list);
      setList([]);
      setProblem(null);
    },
  };
}

const chosen = (file: File): ChosenPicture => ({ id: newId(), file, preview: URL.createObjectURL(file) });

function release(pictures: readonly ChosenPicture[]): void {
  for (const { preview } of pictures) URL.revokeObjectURL(preview);
}
