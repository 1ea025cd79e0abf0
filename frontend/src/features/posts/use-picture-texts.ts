import { useTexts } from '../../lib/i18n.ts';
import type { Post } from './api.ts';

/** Returns the texts of the pictures of a post, by index, and the pictures as the lightbox shows them. */
export function usePictureTexts({ images, user }: Pick<Post, 'images' | 'user'>) {
  const { t } = useTexts('members');
  const altOf = (index: number) => images[index]?.alt || t('posts.pictureBy', { name: user.name, number: index + 1 });
  return {
    altOf,
    /** The name of the button that opens it. The content of a button is not read, so it has the author's text. */
    labelOf: (index: number) =>
      [t('posts.openPicture', { number: index + 1, total: images.length }), images[index]?.alt]
        .filter(Boolean)
        .join(': '),
    pictures: images.map(({ urlRotated, url, lost }, index) => ({ src: urlRotated ?? url, alt: altOf(index), lost })),
  };
}
