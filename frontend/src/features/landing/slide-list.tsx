import { landingItemsMax } from '@limits/content';
import { Film, ImagePlus, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { sortedByIds } from '../../lib/sorted-by-ids.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { DragList } from '../../ui/drag-list/drag-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ProgressItem } from '../../ui/files/progress-list.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pill } from '../../ui/pill.tsx';
import { type LandingItem, newItem } from './api.ts';
import { SlideSheet } from './slide-sheet.tsx';
import type { SlideUploads } from './use-slide-uploads.ts';

export interface SlideListProps {
  items: readonly LandingItem[];
  /** The files that visitors see: deleted on the next save, not before. */
  savedUrls: readonly string[];
  uploads: SlideUploads;
  onChange: (change: (items: readonly LandingItem[]) => LandingItem[]) => void;
}

/** The slides in their order, each with buttons to edit, hide and remove it. */
export function SlideList({ items, savedUrls, uploads, onChange }: SlideListProps) {
  const { t } = useTexts('landing');
  const [editing, setEditing] = useState<string | null>(null);
  const [removing, setRemoving] = useState<LandingItem | null>(null);
  const nameOf = ({ id, title }: LandingItem) =>
    title || t('landing.slide', { number: items.findIndex((item) => item.id === id) + 1 });
  function add(): void {
    const item = newItem(items.length);
    onChange((before) => [...before, item]);
    setEditing(item.id);
  }
  return (
    <section aria-labelledby="landing-slides" className="grid grid-cols-1 gap-4">
      <Head isFull={items.length >= landingItemsMax} onAdd={add} />
      <Slides
        items={items}
        uploads={uploads}
        nameOf={nameOf}
        onReorder={(ids) => onChange((before) => inOrder(before, ids))}
        onEdit={setEditing}
        onRemove={setRemoving}
      />
      <SlideSheet
        item={items.find(({ id }) => id === editing) ?? null}
        savedUrls={savedUrls}
        uploads={uploads}
        onChange={(more) => editing && onChange((before) => withChange(before, editing, more))}
        onClose={() => setEditing(null)}
      />
      <Removal
        item={removing}
        onRemove={({ id }) => {
          uploads.end(id);
          onChange((before) => before.filter((item) => item.id !== id));
        }}
        onClose={() => setRemoving(null)}
      />
    </section>
  );
}

interface SlidesProps extends Pick<SlideListProps, 'items' | 'uploads'> {
  nameOf: (item: LandingItem) => string;
  onReorder: (ids: string[]) => void;
  onEdit: (id: string) => void;
  onRemove: (item: LandingItem) => void;
}

function Slides({ items, uploads, nameOf, onReorder, onEdit, onRemove }: SlidesProps) {
  const { t } = useTexts('landing');
  if (items.length === 0)
    return <EmptyState icon={<ImagePlus />} title={t('landing.noSlides')} text={t('landing.noSlidesText')} />;
  return (
    <DragList label={t('landing.slides')} items={items} itemId={({ id }) => id} itemName={nameOf} onReorder={onReorder}>
      {(item) => (
        <Row
          item={item}
          name={nameOf(item)}
          upload={uploads.of(item.id)}
          onEdit={() => onEdit(item.id)}
          onRemove={() => onRemove(item)}
        />
      )}
    </DragList>
  );
}

export const withChange = (items: readonly LandingItem[], id: string, more: Partial<LandingItem>): LandingItem[] =>
  items.map((item) => (item.id === id ? { ...item, ...more } : item));

const inOrder = (items: readonly LandingItem[], ids: readonly string[]): LandingItem[] =>
  sortedByIds(items, ids).map((item, order) => ({ ...item, order }));

interface RemovalProps {
  item: LandingItem | null;
  onRemove: (item: LandingItem) => void;
  onClose: () => void;
}

function Removal({ item, onRemove, onClose }: RemovalProps) {
  const { t } = useTexts('landing');
  return (
    <Confirm
      open={item !== null}
      title={t('landing.removeTitle')}
      text={t('landing.removeText')}
      confirm={t('landing.remove')}
      onConfirm={() => {
        if (item) onRemove(item);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function Head({ isFull, onAdd }: { isFull: boolean; onAdd: () => void }) {
  const { t } = useTexts('landing');
  return (
    <header className="flex flex-wrap items-end justify-between gap-3">
      <div className="grid gap-1">
        <h2 id="landing-slides" className="font-bold text-title">
          {t('landing.slides')}
        </h2>
        <p className="text-fg-muted text-small">{t('landing.slidesHint', { max: landingItemsMax })}</p>
      </div>
      <Button icon={<Plus />} disabled={isFull} onClick={onAdd}>
        {t('landing.add')}
      </Button>
    </header>
  );
}

interface RowProps {
  item: LandingItem;
  name: string;
  upload: ProgressItem | undefined;
  onEdit: () => void;
  onRemove: () => void;
}

function Row({ item, name, upload, onEdit, onRemove }: RowProps) {
  const { t } = useTexts('landing');
  return (
    <div className="flex min-w-0 items-center gap-3">
      <div
        data-gradient={item.gradient}
        data-theme="dark"
        className={cx(
          'grid size-14 shrink-0 place-items-center overflow-hidden rounded-md text-fg',
          !item.enabled && 'opacity-45',
        )}
      >
        {item.type === 'image' && item.media?.variants && (
          <img src={item.media.variants.square} alt="" className="size-full object-cover" />
        )}
        {item.type === 'video' && item.mediaUrl && <Film aria-hidden="true" className="size-6" />}
      </div>
      <div className="grid min-w-0 grow gap-0.5">
        <span className="truncate font-display font-semibold" dir="auto">
          {name}
        </span>
        {item.description && (
          <span className="truncate text-fg-muted text-small" dir="auto">
            {item.description}
          </span>
        )}
        {upload && <UploadState upload={upload} />}
        {!item.enabled && (
          <span>
            <Pill>{t('landing.hidden')}</Pill>
          </span>
        )}
      </div>
      <IconButton label={t('landing.edit', { name })} tip="none" icon={<Pencil />} onClick={onEdit} />
      <IconButton label={t('landing.removeNamed', { name })} tip="none" icon={<Trash2 />} onClick={onRemove} />
    </div>
  );
}

/** The upload of a slide whose form is closed. */
function UploadState({ upload: { state, share = 0 } }: { upload: ProgressItem }) {
  const { t } = useTexts('landing');
  const format = useFormat();
  if (state === 'failed') return <span className="text-danger text-small">{t('landing.uploadFailed')}</span>;
  return (
    <span className="tabular text-fg-muted text-small">{t('landing.uploading', { share: format.percent(share) })}</span>
  );
}
