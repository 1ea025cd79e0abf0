import { AutoScroller, PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { type Ref, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../cx.ts';
import { BoardColumn } from './board-column.tsx';
import { BoardContext } from './board-context.ts';
import type { BoardCardEntry, BoardColumnEntry, BoardProps } from './board-entries.ts';
import { BoardTabs } from './board-tabs.tsx';
import { type Drag, useCardDrag } from './use-card-drag.ts';
import { useCardMoves } from './use-card-moves.ts';

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

export function BoardPanel({ label, heading = 'h2', moveToText, ...board }: BoardProps) {
  const { columns } = board;
  const frame = useRef<HTMLElement>(null);
  const { moves, announcement } = useCardMoves(frame, board);
  const { drag, ghost, handlers } = useCardDrag(frame, moves.byPointer);
  return (
    <DragDropProvider plugins={plugins} sensors={sensors} {...handlers}>
      <BoardTabs columns={columns} frame={frame} />
      <section ref={frame} aria-label={label} className={cx(frameClass, !drag && 'snap-x snap-mandatory')}>
        <BoardContext value={{ columns, moves, moveToText }}>
          {columns.map((column) => (
            <BoardColumn
              key={column.id}
              column={column}
              heading={heading}
              moves={moves}
              draggedId={drag?.id}
              slot={drag?.slot?.column === column.id ? drag.slot.index : undefined}
            />
          ))}
        </BoardContext>
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
