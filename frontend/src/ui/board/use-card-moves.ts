import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useMoveAnnouncement } from '../drag-list/use-move-announcement.ts';
import type { BoardProps } from './board-entries.ts';
import { type CardSlot, countOthers, nearestSlot, slotAfterKey, slotOf } from './card-slot.ts';

/** The moves of a board's cards. The object never changes, so that it causes no card to be rendered again. */
export interface CardMoves {
  /** Moves a card by a key; returns false when that key moves nothing. */
  byKey: (id: string, key: string) => boolean;
  /** Moves a card to the nearest possible slot, with the focus on its handle. */
  byMenu: (id: string, to: CardSlot) => void;
  /** Moves a card that was dragged; the focus stays where it is. */
  byPointer: (id: string, to: CardSlot) => void;
}

/** Moves cards from the slots at this moment, announces each move, and keeps the focus on the moved card. */
export function useCardMoves(
  frame: RefObject<HTMLElement | null>,
  board: Pick<BoardProps, 'columns' | 'cardIds' | 'onMove' | 'movedText'>,
): { moves: CardMoves; announcement: string } {
  const { announcement, announceAt } = useMoveAnnouncement(({ column, index, id }: CardSlot & { id: string }) =>
    board.columns.some((each) => each.id === column && each.cards[index]?.id === id),
  );

  function move(id: string, wanted: CardSlot, onMoved?: () => void): void {
    const cardIds = board.cardIds();
    const from = slotOf(cardIds, id);
    const column = board.columns.find((each) => each.id === wanted.column);
    const card = board.columns.flatMap(({ cards }) => cards).find((each) => each.id === id);
    if (!from || !column || !card) return;
    const to = nearestSlot(cardIds, id, wanted);
    const total = countOthers(cardIds, to.column, id) + 1;
    const text = board.movedText({ name: card.name, column: column.title, number: to.index + 1, total });
    announceAt({ id, ...to }, text, onMoved);
    if (to.column !== from.column || to.index !== from.index) board.onMove(id, to);
  }

  const focused = useRef<{ id: string; handle: HTMLElement | null }>(null);
  function focusHandle(id: string): void {
    const handle = handleOf(frame.current, id);
    handle?.focus();
    focused.current = { id, handle };
  }
  // A card moved to another column is a new element: the focus is lost with the former one.
  useLayoutEffect(() => {
    const { id, handle } = focused.current ?? {};
    if (id && !handle?.isConnected && document.activeElement === document.body) focusHandle(id);
  });
  function moveFocused(id: string, to: CardSlot): void {
    focused.current = { id, handle: handleOf(frame.current, id) };
    move(id, to, () => focusHandle(id));
  }

  const latest = useRef({ board, move, moveFocused });
  useLayoutEffect(() => {
    latest.current = { board, move, moveFocused };
  });
  const [moves] = useState<CardMoves>(() => ({
    byKey(id, key) {
      const cardIds = latest.current.board.cardIds();
      const slot = slotOf(cardIds, id);
      const to = slot && slotAfterKey(key, slot, cardIds);
      if (to) latest.current.moveFocused(id, to);
      return to !== undefined;
    },
    byMenu: (id, to) => latest.current.moveFocused(id, to),
    byPointer: (id, to) => latest.current.move(id, to),
  }));
  return { moves, announcement };
}

const handleOf = (frame: HTMLElement | null, id: string): HTMLElement | null =>
  frame?.querySelector<HTMLElement>(`[data-card="${id}"] [data-handle]`) ?? null;
