import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { isBrowserShortcut } from '../../lib/browser-shortcut.ts';
import { useTexts } from '../../lib/i18n.ts';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';
import { PointMenu } from '../menu.tsx';
import type { Point } from '../point.ts';

interface DragHandleProps {
  /** The name, index and total of the moved item. */
  name: string;
  index: number;
  total: number;
  size?: 'sm' | 'md';
  /** The ref and listeners of dnd-kit. */
  handleRef: (element: Element | null) => void;
  /** Moves by a key; returns false when that key moves nothing. */
  onKey: (key: string) => boolean;
  /** The items of the menu that a click opens. */
  menu: ReactNode;
  className?: string;
}

/** A handle that moves an item: dragged by a pointer, by keys, or by the menu that a click opens. */
export function DragHandle({ name, index, total, size = 'md', handleRef, onKey, menu, className }: DragHandleProps) {
  const { t } = useTexts();
  const [menuAt, setMenuAt] = useState<Point | null>(null);

  function onKeyDown(event: KeyboardEvent): void {
    if (!menuAt && !isBrowserShortcut(event) && onKey(event.key)) event.preventDefault();
  }

  return (
    <>
      <IconButton
        ref={handleRef}
        data-handle=""
        size={size}
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
        className={cx('cursor-grab touch-none active:cursor-grabbing', className)}
      />
      {menuAt && (
        <PointMenu at={menuAt} onClose={() => setMenuAt(null)}>
          {menu}
        </PointMenu>
      )}
    </>
  );
}
