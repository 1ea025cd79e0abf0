import type { ReactNode } from 'react';
import type { CardPlace } from './place.ts';

export interface CardAction {
  label: string;
  icon: ReactNode;
  danger?: boolean;
  run: () => void;
}

export interface BoardCardEntry {
  id: string;
  /** A short name, for the label of its handle and for the announcements. */
  name: string;
  content: ReactNode;
  /** What else the menu of its handle offers. */
  actions?: readonly CardAction[];
}

export interface BoardColumnEntry {
  id: string;
  title: string;
  icon?: ReactNode;
  cards: readonly BoardCardEntry[];
  /** Shown while it has no cards. */
  empty: ReactNode;
  /** Stands above its cards. */
  start?: ReactNode;
}

export interface BoardProps {
  /** The accessible name. */
  label: string;
  /** Of the titles of its columns; h2 unless it stands deeper in the page. */
  heading?: 'h2' | 'h3';
  columns: readonly BoardColumnEntry[];
  onMove: (id: string, to: CardPlace) => void;
  /** Of the menu of a handle: "Move to Done". */
  moveToText: (column: string) => string;
  /** What is announced after a move. */
  movedText: (card: { name: string; column: string; number: number; total: number }) => string;
}
