import { landingItemsMax } from '@limits/content';
import { Film, ImagePlus, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { DragList } from '../../ui/drag-list/drag-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pill } from '../../ui/pill.tsx';
import { type LandingItem, newItem } from './api.ts';
import { SlideSheet } from './slide-sheet.tsx';

export interface SlideListProps {
  items: readonly LandingItem[];
  /** The files that visitors see: deleted on the next save, not before. */
  savedUrls: readonly string[];
  onChange: (change: (items: readonly LandingItem[]) => LandingItem[]) => void;
}

/** The slides in their order, each with buttons to edit, hide and remove it. */
export function SlideList({ items, savedUrls, onChange }: SlideListProps) {
  const { t } = useTexts('landing');
  const [editing, setEditing] = useState<string | null>(null);
  const [removing, setRemoving] = useState<LandingItem | null>(null);
  const nameOf = ({ id, title }: LandingItem) =>
    title || t('landing.slide', { number: items.findIndex((item) => item.id === id) + 1 });
  const change = (id: string, more: Partial<LandingItem>) =>
    onChange((before) => before.map((item) => (item.id === id ? { ...item, ...more } : item)));
  function add(): void {
    const item = newItem(items.length);
    onChange((before) => [...before, item]);
    setEditing(item.id);
  }
  return (
    <section aria-labelledby="landing-slides" className="grid grid-cols-1 gap-4">
      <Head isFull={items.length >= landingItemsMax} onAdd={add} />
      {items.length === 0 ? (
        <EmptyState icon={<ImagePlus />} title={t('landing.noSlides')} text={t('landing.noSlidesText')} />
      ) : (
        <DragList
          label={t('landing.slides')}
          items={items}
          itemId={({ id }) => id}
          itemName={nameOf}
          onReorder={(ids) => onChange((before) => inOrder(before, ids))}
        >
          {(item) => (
            <Row
              item={item}
              name={nameOf(item)}
              onEdit={() => setEditing(item.id)}
              onRemove={() => setRemoving(item)}
            />
          )}
        </DragList>
      )}
      <SlideSheet
        item={items.find(({ id }) => id === editing) ?? null}
        savedUrls={savedUrls}
        onChange={(more) => editing && change(editing, more)}
        onClose={() => setEditing(null)}
      />
      <Removal
        item={removing}
        onRemove={({ id }) => onChange((before) => before.filter((item) => item.id !== id))}
        onClose={() => setRemoving(null)}
      />
    </section>
  );
}

const inOrder = (items: readonly LandingItem[], ids: readonly string[]): LandingItem[] =>
  items.map((item) => ({ ...item, order: ids.indexOf(item.id) })).toSorted((one, other) => one.order - other.order);

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
  onEdit: () => void;
  onRemove: () => void;
}

function Row({ item, name, onEdit, onRemove }: RowProps) {
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
