import { useSortable } from '@dnd-kit/react/sortable';
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';
import { MenuItem, PointMenu } from '../menu.tsx';
import type { Point } from '../use-long-press.ts';
import type { DragLayout } from './layout.ts';

interface SortableItemProps {
  id: string;
  name: string;
  /** The present place, from 0, of how many. */
  index: number;
  total: number;
  layout: DragLayout;
  onMove: (to: number) => void;
  children: ReactNode;
}

export function SortableItem(props: SortableItemProps) {
  const { id, index, layout, children } = props;
  const { ref, handleRef, isDragging } = useSortable({ id, index, plugins: [], transition: transition() });
  return (
    <li
      ref={ref}
      className={cx(
        'relative',
        layout === 'list' && 'flex items-center gap-2 rounded-md bg-surface p-1.5 pr-3 shadow-card',
        isDragging && 'z-10 rounded-md shadow-float outline-2 outline-ember',
      )}
    >
      <Handle {...props} handleRef={handleRef} />
      <div className="min-w-0 grow">{children}</div>
    </li>
  );
}

/** dnd-kit animates by itself, so it has to be told about reduced motion. */
function transition() {
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return reduced ? null : { duration: 180, easing: 'cubic-bezier(0.2, 0.75, 0.25, 1)' };
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

function Handle({
  name,
  index,
  total,
  layout,
  onMove,
  handleRef,
}: SortableItemProps & { handleRef: (element: Element | null) => void }) {
  const { t } = useTexts();
  const [menuAt, setMenuAt] = useState<Point | null>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? total - 1 : index + (STEPS[event.key] ?? 0);
    if (!(event.key in STEPS) && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    onMove(to);
  }

  return (
    <span
      data-theme={layout === 'grid' ? 'dark' : undefined}
      className={cx(layout === 'grid' && 'absolute bottom-1 left-1 z-10')}
    >
      <IconButton
        ref={handleRef}
        size={layout === 'grid' ? 'sm' : 'md'}
        label={t('ui.dragList.handle', { name, number: index + 1, total })}
        tip="none"
        icon={<GripVertical />}
        aria-haspopup="menu"
        aria-expanded={menuAt !== null}
        onKeyDown={onKeyDown}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setMenuAt({ x: left, y: bottom });
        }}
        className={cx('cursor-grab touch-none active:cursor-grabbing', layout === 'grid' && 'bg-scrim text-fg')}
      />
      {menuAt && (
        <PointMenu at={menuAt} onClose={() => setMenuAt(null)}>
          <MenuItem icon={<ArrowUp />} disabled={index === 0} onSelect={() => onMove(index - 1)}>
            {t('ui.dragList.earlier')}
          </MenuItem>
          <MenuItem icon={<ArrowDown />} disabled={index === total - 1} onSelect={() => onMove(index + 1)}>
            {t('ui.dragList.later')}
          </MenuItem>
          <MenuItem icon={<ArrowUpToLine />} disabled={index === 0} onSelect={() => onMove(0)}>
            {t('ui.dragList.first')}
          </MenuItem>
          <MenuItem icon={<ArrowDownToLine />} disabled={index === total - 1} onSelect={() => onMove(total - 1)}>
            {t('ui.dragList.last')}
          </MenuItem>
        </PointMenu>
      )}
    </span>
  );
}
