import type { ReactNode } from 'react';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { cx } from '../cx.ts';
import { canReorder, type DragLayout, layoutClass } from './layout.ts';

interface DragListProps<Item> {
  /** The accessible name of the list. */
  label: string;
  items: readonly Item[];
  itemId: (item: Item) => string;
  /** A short name of an item, for the label of its handle and for the announcements. */
  itemName: (item: Item) => string;
  /** Receives all ids in their new order. */
  onReorder: (ids: string[]) => void;
  /** The number of items, from the first one, that cannot be moved: they have no handle. 0 by default. */
  fixedCount?: number;
  layout?: DragLayout;
  /** `li` elements at the end that are no items: a button for another one. */
  after?: ReactNode;
  /** The content of an item. */
  children: (item: Item) => ReactNode;
}

/** A list that people reorder: by dragging a handle, by its arrow keys, or by its menu. */
export function DragList<Item>({ children, ...props }: DragListProps<Item>) {
  const { label, items, itemId, fixedCount = 0, layout = 'list', after } = props;
  const contents = new Map(items.map((item) => [itemId(item), children(item)]));
  const entries = items.map((item) => ({ id: itemId(item), name: props.itemName(item) }));
  const hasHandles = canReorder(items.length, fixedCount);
  const fallback = (
    <ul aria-label={label} className={layoutClass(layout)}>
      {entries.map(({ id }) => (
        <li
          key={id}
          className={cx(
            layout === 'list' && 'rounded-md bg-surface p-3 shadow-card',
            layout === 'list' && hasHandles && 'pl-13',
            layout === 'field' && hasHandles && 'relative pb-11 sm:pb-0 sm:pl-12',
          )}
        >
          {contents.get(id)}
        </li>
      ))}
      {after}
    </ul>
  );
  return (
    <LazyPart fallback={fallback}>
      <SortableList
        label={label}
        entries={entries}
        contents={contents}
        fixedCount={fixedCount}
        layout={layout}
        onReorder={props.onReorder}
        after={after}
      />
    </LazyPart>
  );
}

/** The code for dragging is loaded after the list is shown. */
const SortableList = lazyComponent(async () => (await import('./sortable-list.tsx')).SortableList);
