import type { DragDropEventHandlers } from '@dnd-kit/react';
import { type RefObject, useRef, useState } from 'react';
import { type CardSlot, slotAt } from './card-slot.ts';

/** The dragged card, its initial box on the screen, and the slot where it would be dropped. */
export interface Drag {
  id: string;
  from: { left: number; top: number; width: number };
  slot: CardSlot | null;
}

type Handlers = Pick<DragDropEventHandlers, 'onDragStart' | 'onDragMove' | 'onDragEnd'>;

/** Tracks a card that is dragged over the columns of a board; `ghost` travels with the pointer. */
export function useCardDrag(frame: RefObject<HTMLElement | null>, onDrop: (id: string, to: CardSlot) => void) {
  const ghost = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const handlers: Handlers = {
    onDragStart: ({ operation: { source } }) => {
      if (source?.element) setDrag({ id: String(source.id), from: boxOf(source.element), slot: null });
    },
    onDragMove: ({ operation: { transform, position, source } }) => {
      if (ghost.current) ghost.current.style.translate = `${transform.x}px ${transform.y}px`;
      const slot = source && frame.current && slotUnder(frame.current, String(source.id), position.current);
      setDrag((before) => before && (isSame(before.slot, slot) ? before : { ...before, slot }));
    },
    onDragEnd: ({ canceled, nativeEvent, operation: { source, position } }) => {
      setDrag(null);
      if (canceled || !source || !frame.current) return;
      // The slot at the moment of release: the pointer may have moved since the last rendering.
      const slot = slotUnder(frame.current, String(source.id), pointOf(nativeEvent) ?? position.current);
      if (slot) onDrop(String(source.id), slot);
    },
  };
  return { drag, ghost, handlers };
}

const pointOf = (event: Event | undefined) =>
  event instanceof PointerEvent ? { x: event.clientX, y: event.clientY } : undefined;

function boxOf(element: Element): Drag['from'] {
  const { left, top, width } = element.getBoundingClientRect();
  return { left, top, width };
}

const isSame = (one: CardSlot | null, other: CardSlot | null): boolean =>
  one?.column === other?.column && one?.index === other?.index;

/** Measured on each call: the board scrolls during a drag. */
function slotUnder(frame: HTMLElement, draggedId: string, point: { x: number; y: number }): CardSlot | null {
  const columns = [...frame.querySelectorAll<HTMLElement>('[data-column]')].map((column) => {
    const { left, right } = column.getBoundingClientRect();
    const cards = [...column.querySelectorAll<HTMLElement>('[data-card]')].filter(
      (card) => card.dataset.card !== draggedId,
    );
    const middles = cards.map((card) => {
      const { top, bottom } = card.getBoundingClientRect();
      return (top + bottom) / 2;
    });
    return { id: column.dataset.column ?? '', left, right, middles };
  });
  return slotAt(columns, point);
}
