import {
  AutoScroller,
  type DragDropManager,
  type DragEndEvent,
  type DragOverEvent,
  PointerActivationConstraints,
  PointerSensor,
} from '@dnd-kit/dom';
import { DOMRectangle } from '@dnd-kit/dom/utilities';
import { DragDropProvider } from '@dnd-kit/react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { useFocusOnRemoval } from '../focus.ts';
import { type DragLayout, layoutClass } from './layout.ts';
import { moveId } from './order.ts';
import { SortableItem } from './sortable-item.tsx';
import { useMoveAnnouncement } from './use-move-announcement.ts';

export interface SortableEntry {
  id: string;
  name: string;
}

interface SortableListProps {
  label: string;
  entries: readonly SortableEntry[];
  contents: ReadonlyMap<string, ReactNode>;
  fixedCount: number;
  layout: DragLayout;
  after?: ReactNode;
  onReorder: (ids: string[]) => void;
}

// Without Feedback and other plugins that write <style> elements, which the content security policy forbids.
const plugins = [AutoScroller];
// A press without movement is a click, which opens the menu of the handle.
const sensors = [
  PointerSensor.configure({ activationConstraints: [new PointerActivationConstraints.Distance({ value: 5 })] }),
];

// Replaces Feedback: collisions are detected by the shape of the dragged item, which moves with the pointer.
function startShape(_event: unknown, { dragOperation }: DragDropManager): void {
  const element = dragOperation.source?.element;
  if (element) dragOperation.shape = new DOMRectangle(element);
}

function moveShape(_event: unknown, { dragOperation }: DragDropManager): void {
  const { shape, transform } = dragOperation;
  if (shape?.initial instanceof DOMRectangle) dragOperation.shape = shape.initial.translate(transform.x, transform.y);
}

/** Moves items by pointer through dnd-kit; keys and the menu of a handle move them directly. */
export function SortableList({ label, entries, contents, fixedCount, layout, after, onReorder }: SortableListProps) {
  const { t } = useTexts();
  const ids = entries.map(({ id }) => id);
  /** The order during a drag; null otherwise. */
  const [dragged, setDragged] = useState<string[] | null>(null);
  const { announcement, announceAt } = useMoveAnnouncement((order: string) => order === ids.join());
  const shown = dragged?.length === ids.length && dragged.every((id) => ids.includes(id)) ? dragged : ids;
  const list = useFocusOnRemoval(shown);

  function move(id: string, to: number): void {
    const order = moveId(ids, id, to, fixedCount);
    const name = entries.find((entry) => entry.id === id)?.name ?? '';
    announceAt(order.join(), t('ui.dragList.moved', { name, number: order.indexOf(id) + 1, total: order.length }));
    if (order.join() !== ids.join()) onReorder(order);
  }

  function over({ operation: { source, target } }: DragOverEvent): void {
    if (!source || !target || source.id === target.id) return;
    setDragged(moveId(shown, String(source.id), shown.indexOf(String(target.id)), fixedCount));
  }

  function end({ canceled, operation: { source } }: DragEndEvent): void {
    setDragged(null);
    if (!canceled && source) move(String(source.id), shown.indexOf(String(source.id)));
  }

  return (
    <DragDropProvider
      plugins={plugins}
      sensors={sensors}
      onDragStart={startShape}
      onDragMove={moveShape}
      onDragOver={over}
      onDragEnd={end}
    >
      <ul {...list} aria-label={label} className={layoutClass(layout)}>
        {shown.map((id, index) => (
          <SortableItem
            key={id}
            id={id}
            name={entries.find((entry) => entry.id === id)?.name ?? ''}
            index={index}
            total={ids.length}
            fixedCount={fixedCount}
            layout={layout}
            onMove={(to) => move(id, to)}
          >
            {contents.get(id)}
          </SortableItem>
        ))}
        {after}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </DragDropProvider>
  );
}
