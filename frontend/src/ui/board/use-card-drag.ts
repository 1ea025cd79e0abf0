import type { DragDropEventHandlers } from '@dnd-kit/react';
import { type RefObject, useRef, useState } from 'react';
import { type CardPlace, placeAt } from './place.ts';

/** What is dragged, where it began on the screen, and where it would be dropped. */
export interface Drag {
  id: string;
  from: { left: number; top: number; width: number };
  place: CardPlace | null;
}

type Handlers = Pick<DragDropEventHandlers, 'onDragStart' | 'onDragMove' | 'onDragEnd'>;

/** Follows what is dragged over the columns of a board; `ghost` travels with the pointer. */
export function useCardDrag(frame: RefObject<HTMLElement | null>, onDrop: (id: string, to: CardPlace) => void) {
  const ghost = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const handlers: Handlers = {
    onDragStart: ({ operation: { source } }) => {
      if (source?.element) setDrag({ id: String(source.id), from: boxOf(source.element), place: null });
    },
    onDragMove: ({ operation: { transform, position, source } }) => {
      if (ghost.current) ghost.current.style.translate = `${transform.x}px ${transform.y}px`;
      const place = source && frame.current && placeUnder(frame.current, String(source.id), position.current);
      setDrag((before) => before && (isSame(before.place, place) ? before : { ...before, place }));
    },
    onDragEnd: ({ canceled, nativeEvent, operation: { source, position } }) => {
      setDrag(null);
      if (canceled || !source || !frame.current) return;
      // Where it is let go: it may have come there since the screen was drawn last.
      const place = placeUnder(frame.current, String(source.id), pointOf(nativeEvent) ?? position.current);
      if (place) onDrop(String(source.id), place);
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

const isSame = (one: CardPlace | null, other: CardPlace | null): boolean =>
  one?.column === other?.column && one?.index === other?.index;

/** Read from the screen as it is now: it scrolls while something is dragged. */
function placeUnder(frame: HTMLElement, draggedId: string, point: { x: number; y: number }): CardPlace | null {
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
  return placeAt(columns, point);
}
