import { AutoScroller, PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { type Ref, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../cx.ts';
import { useMoveAnnouncement } from '../drag-list/use-move-announcement.ts';
import { BoardColumn } from './board-column.tsx';
import type { BoardCardEntry, BoardColumnEntry, BoardProps } from './board-entries.ts';
import { BoardTabs } from './board-tabs.tsx';
import type { CardSlot } from './card-slot.ts';
import { type Drag, useCardDrag } from './use-card-drag.ts';

// Without Feedback and other plugins that write <style> elements, which the content security policy forbids.
const plugins = [AutoScroller];
const fields = 'input, textarea, select, label';
const sensors = [
  PointerSensor.configure({
    // A press without movement is a click.
    activationConstraints: [new PointerActivationConstraints.Distance({ value: 5 })],
    activatorElements: ({ element, handle }) => [element, handle],
    // A mouse drags the card from anywhere; a finger on it scrolls, and drags it by the handle.
    preventActivation: ({ target, pointerType }, { handle }) =>
      !(target instanceof Element) ||
      (!handle?.contains(target) && (pointerType !== 'mouse' || target.closest(fields) !== null)),
  }),
];

export function BoardPanel({ label, heading = 'h2', columns, onMove, moveToText, movedText }: BoardProps) {
  const frame = useRef<HTMLElement>(null);
  const { announcement, announceAt } = useMoveAnnouncement(({ column, index, id }: CardSlot & { id: string }) =>
    columns.some((each) => each.id === column && each.cards[index]?.id === id),
  );

  function move(id: string, to: CardSlot, onMoved?: () => void): void {
    const column = columns.find((each) => each.id === to.column);
    const card = cardsOf(columns).find((each) => each.id === id);
    if (!column || !card) return;
    const from = column.cards.indexOf(card);
    const others = column.cards.length - (from < 0 ? 0 : 1);
    const index = Math.max(0, Math.min(others, to.index));
    const text = movedText({ name: card.name, column: column.title, number: index + 1, total: others + 1 });
    announceAt({ id, column: to.column, index }, text, onMoved);
    if (index !== from) onMove(id, { column: to.column, index });
  }

  /** A moved card may be a new element in its new slot: focus goes to its handle. */
  const focusHandle = (id: string) =>
    frame.current?.querySelector<HTMLElement>(`[data-card="${id}"] [data-handle]`)?.focus();

  const { drag, ghost, handlers } = useCardDrag(frame, move);
  return (
    <DragDropProvider plugins={plugins} sensors={sensors} {...handlers}>
      <BoardTabs columns={columns} frame={frame} />
      <section ref={frame} aria-label={label} className={cx(frameClass, !drag && 'snap-x snap-mandatory')}>
        {columns.map((column) => (
          <BoardColumn
            key={column.id}
            column={column}
            heading={heading}
            columns={columns}
            draggedId={drag?.id}
            slot={drag?.slot?.column === column.id ? drag.slot.index : undefined}
            moveToText={moveToText}
            onMove={(id, to) => move(id, to, () => focusHandle(id))}
          />
        ))}
      </section>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {drag && <Ghost ref={ghost} from={drag.from} card={cardsOf(columns).find(({ id }) => id === drag.id)} />}
    </DragDropProvider>
  );
}

const cardsOf = (columns: readonly BoardColumnEntry[]) => columns.flatMap(({ cards }) => cards);

// Positioned, so that it clips visually hidden content of columns outside the view.
const frameClass =
  'relative scroll-px-4 lg:overflow-visible -mx-4 flex items-stretch gap-3 overflow-x-auto px-4 pb-2 [scrollbar-width:none] sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:grid lg:grid-cols-3 lg:gap-5 lg:px-0';

interface GhostProps {
  ref: Ref<HTMLDivElement>;
  from: Drag['from'];
  card: BoardCardEntry | undefined;
}

/** The card under the pointer while it is dragged. */
function Ghost({ ref, from, card }: GhostProps) {
  return createPortal(
    <div
      ref={ref}
      inert
      aria-hidden="true"
      style={from}
      className="pointer-events-none fixed z-60 rotate-1 rounded-md bg-surface p-3 opacity-95 shadow-float outline-2 outline-ember"
    >
      {card?.content}
    </div>,
    document.body,
  );
}
