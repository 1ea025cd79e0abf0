import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { DragList } from '../drag-list/drag-list.tsx';
import { layoutClass } from '../drag-list/layout.ts';
import { IconButton } from '../icon-button.tsx';

/** A picture that was chosen, or one that is on the server already. */
export interface PickedPicture {
  id: string;
  source: File | string;
  /** The description of the picture, or the file name without one. */
  alt: string;
}

interface PictureGridProps {
  /** The accessible name of the list. */
  label: string;
  pictures: readonly PickedPicture[];
  onRemove: (id: string) => void;
  /** Receives the ids in their new order. Without it the order is fixed. */
  onReorder?: (ids: string[]) => void;
  /** `li` elements at the end: tiles to choose others. */
  after?: ReactNode;
}

/** Pictures to send, shown small, each to be removed or reordered. The form has the button to choose them. */
export function PictureGrid({ label, pictures, onRemove, onReorder, after }: PictureGridProps) {
  if (pictures.length === 0) return null;
  const tile = (picture: PickedPicture) => (
    <PictureTile picture={picture} number={pictures.indexOf(picture) + 1} onRemove={onRemove} />
  );
  if (onReorder && pictures.length > 1) {
    return (
      <DragList
        label={label}
        layout="grid"
        items={pictures}
        itemId={({ id }) => id}
        itemName={({ alt }) => alt}
        onReorder={onReorder}
        after={after}
      >
        {tile}
      </DragList>
    );
  }
  return (
    <ul aria-label={label} className={layoutClass('grid')}>
      {pictures.map((picture) => (
        <li key={picture.id}>{tile(picture)}</li>
      ))}
      {after}
    </ul>
  );
}

interface PictureTileProps {
  picture: PickedPicture;
  number: number;
  onRemove: (id: string) => void;
}

function PictureTile({ picture: { id, source, alt }, number, onRemove }: PictureTileProps) {
  const { t } = useTexts();
  const preview = usePreview(source instanceof File ? source : null);
  const src = source instanceof File ? preview : source;
  return (
    <div className="relative aspect-square overflow-hidden rounded-sm bg-hover">
      {src && <img src={src} alt={alt} draggable={false} className="size-full object-cover" />}
      <span data-theme="dark" className="absolute top-1 right-1">
        <IconButton
          size="sm"
          tip="none"
          label={t('ui.files.removePicture', { number })}
          icon={<X />}
          onClick={() => onRemove(id)}
          className="bg-scrim text-fg"
        />
      </span>
    </div>
  );
}
