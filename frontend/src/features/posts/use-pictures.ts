import { imageMaxMb, imagesMax } from '@limits/content';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { newId } from '../../lib/ids.ts';

/** A picture chosen and not yet sent. */
export interface ChosenPicture {
  id: string;
  file: File;
  /** An object URL; given back when the picture goes. */
  preview: string;
}

const allowed = /^image\/(jpeg|png|gif|webp)$/;
const maxBytes = imageMaxMb * 1024 * 1024;

/** The pictures of a draft, up to six; what cannot be taken is said at once. */
export function usePictures() {
  const { t } = useTexts();
  const [list, setList] = useState<ChosenPicture[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const held = useRef(list);
  held.current = list;
  useEffect(() => () => release(held.current), []);

  function add(files: File[]): void {
    if (files.length === 0) return;
    const right = files.filter((file) => allowed.test(file.type) && file.size <= maxBytes);
    const taken = right.slice(0, imagesMax - list.length);
    setProblem(problemOf(files, right, taken));
    setList([...list, ...taken.map((file) => ({ id: newId(), file, preview: URL.createObjectURL(file) }))]);
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

function release(pictures: readonly ChosenPicture[]): void {
  for (const { preview } of pictures) URL.revokeObjectURL(preview);
}
