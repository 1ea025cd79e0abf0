import { useDraggable } from '@dnd-kit/react';
import { Fragment, memo, useId } from 'react';
import { useFormat } from '../../lib/i18n.ts';
import { cx } from '../cx.ts';
import { DragHandle } from '../drag-list/drag-handle.tsx';
import type { BoardCardEntry, BoardColumnEntry } from './board-entries.ts';
import { BoardMenu } from './board-menu.tsx';
import type { CardMoves } from './use-card-moves.ts';

interface BoardColumnProps {
  column: BoardColumnEntry;
  heading: 'h2' | 'h3';
  moves: CardMoves;
  draggedId: string | undefined;
  /** Index, among the cards that are not dragged, at which the dragged card would be dropped. */
  slot: number | undefined;
}

export function BoardColumn({ column, heading: Heading, moves, draggedId, slot }: BoardColumnProps) {
  const format = useFormat();
  const headingId = useId();
  const { cards } = column;
  const staying = cards.filter(({ id }) => id !== draggedId);
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
            <BoardCard card={card} column={column.id} index={index} total={cards.length} moves={moves} />
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
  column: string;
  index: number;
  total: number;
  moves: CardMoves;
}

/** Rendered again only when its entry, its slot or the number of cards of its column changes. */
const BoardCard = memo(function BoardCard({ card, column, index, total, moves }: BoardCardProps) {
  const { ref, handleRef, isDragSource } = useDraggable({ id: card.id });
  return (
    <li
      ref={ref}
      data-card={card.id}
      className={cx(
        'flex items-start gap-1 rounded-md bg-surface p-1.5 pl-3 shadow-card',
        isDragSource && 'opacity-40',
      )}
    >
      <div className="min-w-0 grow py-1.5">{card.content}</div>
      <DragHandle
        name={card.name}
        index={index}
        total={total}
        handleRef={handleRef}
        onKey={(key) => moves.byKey(card.id, key)}
        menu={<BoardMenu card={card} slot={{ column, index }} />}
      />
    </li>
  );
});
