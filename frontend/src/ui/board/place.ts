/** Where a card stands, or would stand: a column, and how many cards of it come before. */
export interface CardPlace {
  column: string;
  index: number;
}

/** A column as it lies on the screen, and where the middles of its cards are, without the card that is dragged. */
export interface ColumnOnScreen {
  id: string;
  left: number;
  right: number;
  middles: readonly number[];
}

/** The place under a point: in the column that is nearest to it, before the first card whose middle lies below. */
export function placeAt(columns: readonly ColumnOnScreen[], point: { x: number; y: number }): CardPlace | null {
  const away = ({ left, right }: ColumnOnScreen) => Math.max(left - point.x, point.x - right, 0);
  const [nearest] = columns.toSorted((one, other) => away(one) - away(other));
  if (!nearest) return null;
  return { column: nearest.id, index: nearest.middles.filter((middle) => middle < point.y).length };
}

/** A column and how many cards it has. */
export interface ColumnTotal {
  id: string;
  title: string;
  total: number;
}

/** Where a key moves a card: arrows by one card or one column, Home and End within the column. Undefined for other keys. */
export function placeAfterKey(key: string, place: CardPlace, columns: readonly ColumnTotal[]): CardPlace | undefined {
  const at = columns.findIndex(({ id }) => id === place.column);
  if (key === 'ArrowUp') return { ...place, index: place.index - 1 };
  if (key === 'ArrowDown') return { ...place, index: place.index + 1 };
  if (key === 'Home') return { ...place, index: 0 };
  if (key === 'End') return { ...place, index: (columns[at]?.total ?? 1) - 1 };
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const next = columns[key === 'ArrowLeft' ? at - 1 : at + 1];
  return next ? { column: next.id, index: Math.min(place.index, next.total) } : place;
}
