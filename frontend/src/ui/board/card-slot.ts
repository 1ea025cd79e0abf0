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

/** A column and its number of cards. */
export interface ColumnTotal {
  id: string;
  title: string;
  total: number;
}

/**
 * Returns the slot to which a key moves a card: arrows by one card or one column, Home and End within the column.
 * Undefined for other keys.
 */
export function slotAfterKey(key: string, slot: CardSlot, columns: readonly ColumnTotal[]): CardSlot | undefined {
  const at = columns.findIndex(({ id }) => id === slot.column);
  if (key === 'ArrowUp') return { ...slot, index: slot.index - 1 };
  if (key === 'ArrowDown') return { ...slot, index: slot.index + 1 };
  if (key === 'Home') return { ...slot, index: 0 };
  if (key === 'End') return { ...slot, index: (columns[at]?.total ?? 1) - 1 };
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const next = columns[key === 'ArrowLeft' ? at - 1 : at + 1];
  return next ? { column: next.id, index: Math.min(slot.index, next.total) } : slot;
}
