import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { DragHandle } from '../drag-list/drag-handle.tsx';
import { MenuItem, MenuSeparator } from '../menu.tsx';
import type { CardAction } from './board-entries.ts';
import { type CardSlot, type ColumnTotal, slotAfterKey } from './card-slot.ts';

interface BoardHandleProps {
  name: string;
  slot: CardSlot;
  columns: readonly ColumnTotal[];
  moveToText: (column: string) => string;
  onMove: (to: CardSlot) => void;
  /** Further actions on the card. */
  actions: readonly CardAction[];
  handleRef: (element: Element | null) => void;
}

/** Moves a card: dragged by a pointer, by arrow keys, or by the menu that a click opens. */
export function BoardHandle({ handleRef, ...props }: BoardHandleProps) {
  const { name, slot, columns, onMove } = props;
  const total = columns.find(({ id }) => id === slot.column)?.total ?? 0;

  function moveByKey(key: string): boolean {
    const to = slotAfterKey(key, slot, columns);
    if (to) onMove(to);
    return to !== undefined;
  }

  return (
    <DragHandle
      name={name}
      index={slot.index}
      total={total}
      handleRef={handleRef}
      onKey={moveByKey}
      menu={<HandleMenu {...props} total={total} />}
    />
  );
}

interface HandleMenuProps extends Omit<BoardHandleProps, 'handleRef'> {
  total: number;
}

function HandleMenu({ total, slot, columns, moveToText, onMove, actions }: HandleMenuProps) {
  const { t } = useTexts();
  const own = columns.findIndex(({ id }) => id === slot.column);
  const within = (index: number) => onMove({ column: slot.column, index });
  return (
    <>
      {columns.map((column, index) =>
        index === own ? null : (
          <MenuItem
            key={column.id}
            icon={index < own ? <ArrowLeft /> : <ArrowRight />}
            onSelect={() => onMove({ column: column.id, index: column.total })}
          >
            {moveToText(column.title)}
          </MenuItem>
        ),
      )}
      <MenuItem icon={<ArrowUp />} disabled={slot.index === 0} onSelect={() => within(slot.index - 1)}>
        {t('ui.dragList.earlier')}
      </MenuItem>
      <MenuItem icon={<ArrowDown />} disabled={slot.index === total - 1} onSelect={() => within(slot.index + 1)}>
        {t('ui.dragList.later')}
      </MenuItem>
      {actions.length > 0 && <MenuSeparator />}
      {actions.map(({ label, icon, danger, run }) => (
        <MenuItem key={label} icon={icon} danger={danger ?? false} onSelect={run}>
          {label}
        </MenuItem>
      ))}
    </>
  );
}
