import { useSortable } from '@dnd-kit/react/sortable';
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { cx } from '../cx.ts';
import { MenuItem } from '../menu.tsx';
import { DragHandle } from './drag-handle.tsx';
import { canReorder, type DragLayout } from './layout.ts';

interface SortableItemProps {
  id: string;
  name: string;
  /** The current index, from 0, and the number of items. */
  index: number;
  total: number;
  /** The number of first items that cannot be moved. */
  fixedCount: number;
  layout: DragLayout;
  onMove: (to: number) => void;
  children: ReactNode;
}

export function SortableItem(props: SortableItemProps) {
  const { id, index, total, fixedCount, layout, children } = props;
  const hasHandles = canReorder(total, fixedCount);
  const disabled = !hasHandles || index < fixedCount;
  const { ref, handleRef, isDragSource } = useSortable({ id, index, disabled, plugins: [], transition: transition() });
  return (
    <li
      ref={ref}
      className={cx(
        'relative',
        layout === 'list' && 'flex items-center gap-2 rounded-md bg-surface px-3 py-1.5 shadow-card',
        layout === 'list' && hasHandles && 'pl-1.5',
        layout === 'field' && 'flex items-center gap-1 max-sm:flex-wrap',
        isDragSource && 'z-10 rounded-md shadow-float outline-2 outline-ember',
      )}
    >
      {hasHandles && (disabled ? <FixedMark layout={layout} /> : <Handle {...props} handleRef={handleRef} />)}
      <div className={cx('min-w-0 grow', layout === 'field' && 'max-sm:-order-1 max-sm:basis-full')}>{children}</div>
    </li>
  );
}

/** In place of the handle. */
function FixedMark({ layout }: { layout: DragLayout }) {
  if (layout === 'grid') return null;
  return (
    <span aria-hidden="true" className="grid size-11 shrink-0 place-items-center text-fg-faint">
      <Lock className="size-4" />
    </span>
  );
}

/** dnd-kit animates by itself, so reduced motion has to be passed to it. */
function transition() {
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return reduced ? null : { duration: 180, easing: 'cubic-bezier(0.2, 0.75, 0.25, 1)' };
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

function Handle({
  name,
  index,
  total,
  fixedCount,
  layout,
  onMove,
  handleRef,
}: SortableItemProps & { handleRef: (element: Element | null) => void }) {
  const isGrid = layout === 'grid';

  function moveByKey(key: string): boolean {
    const to =
      key === 'Home' ? fixedCount : key === 'End' ? total - 1 : key in STEPS ? index + (STEPS[key] ?? 0) : undefined;
    if (to !== undefined) onMove(to);
    return to !== undefined;
  }

  return (
    <span data-theme={isGrid ? 'dark' : undefined} className={cx(isGrid && 'absolute bottom-1 left-1 z-10')}>
      <DragHandle
        name={name}
        index={index}
        total={total}
        size={isGrid ? 'sm' : 'md'}
        handleRef={handleRef}
        onKey={moveByKey}
        menu={<Moves index={index} first={fixedCount} last={total - 1} onMove={onMove} />}
        className={cx(isGrid && 'bg-scrim text-fg')}
      />
    </span>
  );
}

interface MovesProps {
  index: number;
  /** The indexes of the first and the last item that can be moved. */
  first: number;
  last: number;
  onMove: (to: number) => void;
}

function Moves({ index, first, last, onMove }: MovesProps) {
  const { t } = useTexts();
  return (
    <>
      <MenuItem icon={<ArrowUp />} disabled={index === first} onSelect={() => onMove(index - 1)}>
        {t('ui.dragList.earlier')}
      </MenuItem>
      <MenuItem icon={<ArrowDown />} disabled={index === last} onSelect={() => onMove(index + 1)}>
        {t('ui.dragList.later')}
      </MenuItem>
      <MenuItem icon={<ArrowUpToLine />} disabled={index === first} onSelect={() => onMove(first)}>
        {t('ui.dragList.first')}
      </MenuItem>
      <MenuItem icon={<ArrowDownToLine />} disabled={index === last} onSelect={() => onMove(last)}>
        {t('ui.dragList.last')}
      </MenuItem>
    </>
  );
}
