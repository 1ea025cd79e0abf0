import { ImagePlus, X } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { DragList } from '../drag-list/drag-list.tsx';
import { layoutClass } from '../drag-list/layout.ts';
import { IconButton } from '../icon-button.tsx';
import { FileDrop } from './file-drop.tsx';
import type { FileRules } from './file-rules.ts';

/** A picture that was chosen, or one that is on the server already. */
export interface PickedPicture {
  id: string;
  source: File | string;
  /** The description of the picture, or the file name without one. */
  alt: string;
}

interface PicturePickerProps {
  /** The label of the button and of the list. */
  label: string;
  pictures: readonly PickedPicture[];
  rules: FileRules;
  disabled?: boolean;
  onAdd: (files: File[]) => void;
  onRemove: (id: string) => void;
  /** Receives the ids in their new order. Without it the order is fixed. */
  onReorder?: (ids: string[]) => void;
}

/**
 * Pictures to send: chosen, dropped or pasted, shown small, each to be removed or reordered. @awaited by the page that
 * creates a post, which has a picture step.
 */
export function PicturePicker({ label, pictures, rules, disabled, onAdd, onRemove, onReorder }: PicturePickerProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <PictureGrid label={label} pictures={pictures} onRemove={onRemove} onReorder={onReorder} />
      <FileDrop
        label={label}
        rules={rules}
        count={pictures.length}
        disabled={disabled ?? false}
        icon={<ImagePlus />}
        onFiles={onAdd}
      />
    </div>
  );
}

type PictureGridProps = Pick<PicturePickerProps, 'label' | 'pictures' | 'onRemove' | 'onReorder'>;

/** The pictures alone, for a form that has its own button to choose them. */
export function PictureGrid({ label, pictures, onRemove, onReorder }: PictureGridProps) {
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
