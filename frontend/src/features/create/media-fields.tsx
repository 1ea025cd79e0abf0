import { imagesMax } from '@limits/content';
import { ImagePlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { NewAccountNote } from '../../lib/new-account-note.tsx';
import { FileInput } from '../../ui/files/file-input.tsx';
import { typeNames } from '../../ui/files/file-rules.ts';
import { PictureGrid } from '../../ui/files/picture-grid.tsx';
import { AddTile } from './add-tile.tsx';
import type { CreateKind } from './fields.ts';
import type { Pictures } from './parts.ts';
import { fieldOf } from './reveal-field.ts';
import type { Videos } from './use-videos.ts';
import { AddVideos, VideoList } from './video-fields.tsx';

interface MediaFieldsProps {
  kind: CreateKind;
  pictures: Pictures;
  videos: Videos;
}

/** The pictures and videos: two tiles to add them, which are in the grid of the pictures once there is one. */
export function MediaFields({ kind, pictures, videos }: MediaFieldsProps) {
  const { t } = useTexts('create', 'members');
  const { list, problem, rules, choice, remove, reorder } = pictures;
  const hasGrid = list.length > 0;
  const part = useFocusOnMove(hasGrid);
  const shape = { over: choice.over, square: hasGrid };
  const addPictures = kind !== 'reel' && <AddPictures pictures={pictures} {...shape} />;
  const addVideos = <AddVideos videos={videos} {...shape} onChosen={choice.forgetRefused} />;
  return (
    <div ref={part} {...fieldOf('media', 'clip')} className="grid grid-cols-1 gap-3">
      {hasGrid ? (
        <PictureGrid
          label={t('posts.pictures')}
          pictures={list.map(({ id, file }) => ({ id, source: file, alt: file.name }))}
          onRemove={remove}
          onReorder={reorder}
          after={
            <>
              {addPictures && <li>{addPictures}</li>}
              <li>{addVideos}</li>
            </>
          }
        />
      ) : (
        <div className="grid auto-cols-fr grid-flow-col gap-2">
          {addPictures && <div>{addPictures}</div>}
          <div>{addVideos}</div>
        </div>
      )}
      {list.length > 1 && <p className="text-caption text-fg-muted">{t('create.order')}</p>}
      {kind !== 'reel' && (
        <FileInput {...choice.inputProps} label={t('posts.addPictures')} types={rules.types} multiple />
      )}
      {problem && (
        <p role="alert" className="text-danger text-small">
          {problem}
        </p>
      )}
      <VideoList videos={videos} />
      {list.length + videos.list.length > 0 && <NewAccountNote about="uploads" />}
    </div>
  );
}

interface AddPicturesProps {
  pictures: Pictures;
  over: boolean;
  square: boolean;
}

function AddPictures({ pictures: { list, rules, choice }, ...shape }: AddPicturesProps) {
  const { t } = useTexts('create', 'members');
  const format = useFormat();
  const isFull = list.length >= imagesMax;
  const hint = isFull
    ? t('ui.files.full', { max: format.number(imagesMax) })
    : t('ui.files.hint', { types: format.list(typeNames(rules.types)), max: format.number(rules.maxMb) });
  return (
    <AddTile
      icon={ImagePlus}
      label={t('posts.addPictures')}
      hint={hint}
      disabled={isFull}
      onPress={choice.pick}
      {...shape}
    />
  );
}

/** When the pressed tile is replaced by the one in the grid, or by that without it, the focus goes to its successor. */
function useFocusOnMove(hasGrid: boolean) {
  const part = useRef<HTMLDivElement>(null);
  const before = useRef(hasGrid);
  useEffect(() => {
    const isMoved = before.current !== hasGrid;
    before.current = hasGrid;
    const tile = part.current?.querySelector<HTMLElement>('[data-add-tile]:not([disabled])');
    if (isMoved && document.activeElement === document.body) tile?.focus({ preventScroll: true });
  }, [hasGrid]);
  return part;
}
