import { ImagePlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { NewAccountNote } from '../../lib/new-account-note.tsx';
import { DropButton } from '../../ui/files/drop-button.tsx';
import { FileInput } from '../../ui/files/file-input.tsx';
import { PictureGrid } from '../../ui/files/picture-grid.tsx';
import type { CreateKind } from './fields.ts';
import type { Pictures } from './parts.ts';
import { fieldOf } from './reveal-field.ts';
import type { Videos } from './use-videos.ts';
import { AddVideos, type Tile, VideoList } from './video-fields.tsx';

interface MediaFieldsProps {
  kind: CreateKind;
  pictures: Pictures;
  videos: Videos;
  /** A clip that has its video. */
  isComplete: boolean;
}

/**
 * The pictures and videos: two tiles to add them, which are in the grid of the pictures once there is one. A clip with
 * its video shows only that.
 */
export function MediaFields({ kind, pictures, videos, isComplete }: MediaFieldsProps) {
  const { t } = useTexts('create', 'members');
  const { list, problem, rules, choice, remove, reorder } = pictures;
  const hasGrid = list.length > 0;
  const part = useFocusOnMove(isComplete ? 'none' : hasGrid ? 'grid' : 'row');
  const tile: Tile = { over: choice.over, shape: hasGrid ? 'square' : 'tile' };
  const addPictures = kind !== 'reel' && <AddPictures pictures={pictures} {...tile} />;
  const addVideos = <AddVideos videos={videos} {...tile} onChosen={choice.forgetRefused} />;
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
        !isComplete && (
          <div className="grid auto-cols-fr grid-flow-col gap-2">
            {addPictures && <div>{addPictures}</div>}
            <div>{addVideos}</div>
          </div>
        )
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
      <VideoList videos={videos} upright={kind === 'reel'} />
      {list.length + videos.list.length > 0 && <NewAccountNote about="uploads" />}
    </div>
  );
}

function AddPictures({ pictures: { list, rules, choice }, ...tile }: Tile & { pictures: Pictures }) {
  const { t } = useTexts('create', 'members');
  return (
    <DropButton
      {...tile}
      data-add-tile
      icon={<ImagePlus />}
      label={t('posts.addPictures')}
      rules={rules}
      count={list.length}
      onClick={choice.pick}
    />
  );
}

/**
 * When the pressed tile is replaced by the one in the grid, or by that without it, or removed, the focus goes to its
 * successor, or else to the control of what was chosen.
 */
function useFocusOnMove(tiles: 'row' | 'grid' | 'none') {
  const part = useRef<HTMLDivElement>(null);
  const before = useRef(tiles);
  useEffect(() => {
    const isMoved = before.current !== tiles;
    before.current = tiles;
    if (!isMoved || document.activeElement !== document.body) return;
    const tile = part.current?.querySelector<HTMLElement>('[data-add-tile]:not([disabled])');
    (tile ?? part.current?.querySelector('button'))?.focus({ preventScroll: true });
  }, [tiles]);
  return part;
}
