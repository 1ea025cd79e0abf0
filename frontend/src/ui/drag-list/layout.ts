/**
 * list: one below the other, the handle before each; field: the same without a frame, and below each on a phone, for
 * text fields; grid: squares, the handle on each.
 */
export type DragLayout = 'list' | 'field' | 'grid';

/** Whether any item can be moved; otherwise the list has no handles and no space for them. */
export const canReorder = (total: number, fixedCount: number): boolean => total - fixedCount > 1;

export function layoutClass(layout: DragLayout): string {
  return layout === 'grid' ? 'grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2' : 'grid grid-cols-1 gap-2';
}
