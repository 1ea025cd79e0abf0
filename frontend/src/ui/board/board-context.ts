import { createContext } from 'react';
import type { BoardColumnEntry } from './board-entries.ts';
import type { CardMoves } from './use-card-moves.ts';

/** Data and actions for the menu of a card. Only an open menu reads it, so that its changes render no card again. */
export const BoardContext = createContext<{
  columns: readonly BoardColumnEntry[];
  moves: CardMoves;
  moveToText: (column: string) => string;
} | null>(null);
