/** A position of a card: its column, and the number of cards before it. */
export interface CardSlot {
  column: string;
  index: number;
}

/** A column's bounds on the screen, and the vertical middles of its cards, without the dragged card. */
export interface ColumnOnScreen {
  id: string;
  left: number;
  right: number;
  middles: readonly number[];
}

/** Returns the slot under a point: in the nearest column, before the first card whose middle is below. */
export function slotAt(columns: readonly ColumnOnScreen[], point: { x: number; y: number }): CardSlot | null {
  const away = ({ left, right }: ColumnOnScreen) => Math.max(left - point.x, point.x - right, 0);
  const [nearest] = columns.toSorted((one, other) => away(one) - away(other));
  if (!nearest) return null;
  return { column: nearest.id, index: nearest.middles.filter((middle) => middle < point.y).length };
}

/** The ids of the cards of each column, in order, by the column's id. */
export type CardIds = ReadonlyMap<string, readonly string[]>;

/** Returns the slot of a card, if it is on the board. */
export function slotOf(cardIds: CardIds, id: string): CardSlot | undefined {
  for (const [column, ids] of cardIds) {
    const index = ids.indexOf(id);
    if (index >= 0) return { column, index };
  }
  return undefined;
}

/** Returns the number of cards of a column without one card. */
export const countOthers = (cardIds: CardIds, column: string, id: string): number =>
  cardIds.get(column)?.filter((each) => each !== id).length ?? 0;

/** Returns the slot nearest to `to` in which a card can be, counted without that card. */
export const nearestSlot = (cardIds: CardIds, id: string, { column, index }: CardSlot): CardSlot => ({
  column,
  index: Math.max(0, Math.min(countOthers(cardIds, column, id), index)),
});

/**
 * Returns the slot to which a key moves a card: arrows by one card or one column, Home and End within the column.
 * Undefined for other keys.
 */
export function slotAfterKey(key: string, slot: CardSlot, cardIds: CardIds): CardSlot | undefined {
  const columns = [...cardIds.keys()];
  const at = columns.indexOf(slot.column);
  if (key === 'ArrowUp') return { ...slot, index: slot.index - 1 };
  if (key === 'ArrowDown') return { ...slot, index: slot.index + 1 };
  if (key === 'Home') return { ...slot, index: 0 };
  if (key === 'End') return { ...slot, index: (cardIds.get(slot.column)?.length ?? 1) - 1 };
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const column = columns[key === 'ArrowLeft' ? at - 1 : at + 1];
  return column === undefined ? slot : { ...slot, column };
}
