import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Lightbox } from '../../ui/lightbox.tsx';
import { Picture } from '../../ui/picture.tsx';
import type { Photo } from './api.ts';

/** The photos of a person as squares; a press opens one full screen. */
export function PhotoGallery({ photos, name }: { photos: readonly Photo[]; name: string }) {
  const { t } = useTexts('profile');
  const [index, setIndex] = useState<number | null>(null);
  const altOf = (position: number) => t('profile.photoOf', { number: position, name });
  return (
    <section aria-label={t('profile.photos')}>
      <ul className="grid grid-cols-3 gap-1.5 sm:grid-cols-6">
        {photos.map((photo, at) => (
          <li key={photo.id}>
            <button
              type="button"
              onClick={() => setIndex(at)}
              className="focus-ring pressable block w-full overflow-hidden rounded-md"
            >
              <Picture src={photo.variants.square} alt={altOf(photo.position)} lqip={photo.lqip} ratio={1} />
            </button>
          </li>
        ))}
      </ul>
      <Lightbox
        pictures={photos.map(({ url, position }) => ({ src: url, alt: altOf(position) }))}
        index={index}
        onIndex={setIndex}
        onClose={() => setIndex(null)}
      />
    </section>
  );
}
