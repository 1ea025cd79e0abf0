import { useDraggable } from '@dnd-kit/react';
import { Fragment, useId } from 'react';
import { useFormat } from '../../lib/i18n.ts';
import { cx } from '../cx.ts';
import type { BoardCardEntry, BoardColumnEntry } from './board-entries.ts';
import { BoardHandle } from './board-handle.tsx';
import type { CardSlot, ColumnTotal } from './card-slot.ts';

interface BoardColumnProps {
  column: BoardColumnEntry;
  heading: 'h2' | 'h3';
  columns: readonly BoardColumnEntry[];
  draggedId: string | undefined;
  /** Index, among the cards that are not dragged, at which the dragged card would be dropped. */
  slot: number | undefined;
  moveToText: (column: string) => string;
  onMove: (id: string, to: CardSlot) => void;
}

export function BoardColumn({
  column,
  heading: Heading,
  columns,
  draggedId,
  slot,
  moveToText,
  onMove,
}: BoardColumnProps) {
  const format = useFormat();
  const headingId = useId();
  const { cards } = column;
  const staying = cards.filter(({ id }) => id !== draggedId);
  const totals = columns.map(({ id, title, cards: its }) => ({ id, title, total: its.length }));
  const before = slot === undefined ? undefined : staying[slot]?.id;

  return (
    <section
      data-column={column.id}
      aria-labelledby={headingId}
      className={cx(
        'grid w-[calc(100%-1.75rem)] shrink-0 snap-center grid-cols-1 content-start gap-2.5 rounded-lg bg-sunken p-3 transition-colors sm:w-96 lg:w-auto',
        slot !== undefined && 'bg-ember-soft',
      )}
    >
      <Heading
        id={headingId}
        className="flex items-center gap-2 px-1 pt-1 font-display font-semibold text-small [&>svg]:size-4.5"
      >
        {column.icon}
        {column.title}
        <span className="tabular ml-auto font-normal text-fg-muted">{format.number(cards.length)}</span>
      </Heading>
      {column.start}
      {cards.length === 0 && slot === undefined && <div className="p-3 text-fg-muted text-small">{column.empty}</div>}
      <ul className={cx('grid grid-cols-1 gap-2.5', cards.length === 0 && slot === undefined && 'hidden')}>
        {cards.map((card, index) => (
          <Fragment key={card.id}>
            {card.id === before && <Slot />}
            <BoardCard
              card={card}
              slot={{ column: column.id, index }}
              columns={totals}
              moveToText={moveToText}
              onMove={(to) => onMove(card.id, to)}
            />
          </Fragment>
        ))}
        {slot !== undefined && before === undefined && <Slot />}
      </ul>
    </section>
  );
}

/** The drop position of a card. */
const Slot = () => <li aria-hidden="true" className="h-1.5 rounded-full bg-ember" />;

interface BoardCardProps {
  card: BoardCardEntry;
  slot: CardSlot;
  columns: readonly ColumnTotal[];
  moveToText: (column: string) => string;
  onMove: (to: CardSlot) => void;
}

function BoardCard({ card, slot, columns, moveToText, onMove }: BoardCardProps) {
  const { ref, handleRef, isDragging } = useDraggable({ id: card.id });
  return (
    <li
      ref={ref}
      data-card={card.id}
      className={cx('flex items-start gap-1 rounded-md bg-surface p-1.5 pl-3 shadow-card', isDragging && 'opacity-40')}
    >
      <div className="min-w-0 grow py-1.5">{card.content}</div>
      <BoardHandle
        name={card.name}
        slot={slot}
        columns={columns}
        moveToText={moveToText}
        onMove={onMove}
        actions={card.actions ?? []}
        handleRef={handleRef}
      />
    </li>
  );
}
