import type { ReactNode } from 'react';
import type { CardIds, CardSlot } from './card-slot.ts';

export interface CardAction {
  label: string;
  icon: ReactNode;
  danger?: boolean;
  run: () => void;
}

/** A card. While the entry stays the same object, the card is not rendered again. */
export interface BoardCardEntry {
  id: string;
  /** A short name, for the label of its handle and for the announcements. */
  name: string;
  content: ReactNode;
  /** Further items of its handle's menu. */
  actions?: readonly CardAction[];
}

export interface BoardColumnEntry {
  id: string;
  title: string;
  icon?: ReactNode;
  cards: readonly BoardCardEntry[];
  /** Shown while it has no cards. */
  empty: ReactNode;
  /** Shown above its cards. */
  start?: ReactNode;
}

export interface BoardProps {
  /** The accessible name. */
  label: string;
  /** Heading level of the column titles; h2 by default. */
  heading?: 'h2' | 'h3';
  columns: readonly BoardColumnEntry[];
  /**
   * The ids of the cards of each column at this moment, with moves that are not rendered yet: the next key may be
   * pressed before.
   */
  cardIds: () => CardIds;
  onMove: (id: string, to: CardSlot) => void;
  /** Label in the menu of a handle: "Move to Done". */
  moveToText: (column: string) => string;
  /** The announcement after a move. */
  movedText: (card: { name: string; column: string; number: number; total: number }) => string;
}
