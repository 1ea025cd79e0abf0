import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { useContext } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { MenuItem, MenuSeparator } from '../menu.tsx';
import { BoardContext } from './board-context.ts';
import type { BoardCardEntry } from './board-entries.ts';
import type { CardSlot } from './card-slot.ts';

interface BoardMenuProps {
  card: BoardCardEntry;
  slot: CardSlot;
}

/** The items of a card's menu: moves to another column or by one card, and the card's own actions. */
export function BoardMenu({ card: { id, actions = [] }, slot }: BoardMenuProps) {
  const { t } = useTexts();
  const board = useContext(BoardContext);
  if (!board) return null;
  const { columns, moves, moveToText } = board;
  const own = columns.findIndex((column) => column.id === slot.column);
  const last = (columns[own]?.cards.length ?? 0) - 1;
  const within = (index: number) => moves.byMenu(id, { column: slot.column, index });
  return (
    <>
      {columns.map((column, index) =>
        index === own ? null : (
          <MenuItem
            key={column.id}
            icon={index < own ? <ArrowLeft /> : <ArrowRight />}
            onSelect={() => moves.byMenu(id, { column: column.id, index: column.cards.length })}
          >
            {moveToText(column.title)}
          </MenuItem>
        ),
      )}
      <MenuItem icon={<ArrowUp />} disabled={slot.index === 0} onSelect={() => within(slot.index - 1)}>
        {t('ui.dragList.earlier')}
      </MenuItem>
      <MenuItem icon={<ArrowDown />} disabled={slot.index === last} onSelect={() => within(slot.index + 1)}>
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
