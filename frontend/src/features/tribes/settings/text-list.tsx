import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../../lib/i18n.ts';
import { newId } from '../../../lib/ids.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { DragList } from '../../../ui/drag-list/drag-list.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Textarea } from '../../../ui/textarea.tsx';

/** One text of a list; its id distinguishes it from the others. */
export interface TextEntry {
  id: string;
  text: string;
}

/** Whether a stored value is a list of texts. */
export const isTextList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((entry) => typeof Object(entry).id === 'string' && typeof Object(entry).text === 'string');

interface TextListProps {
  /** The labels of the list, its button, an entry, the removal, and the empty list. */
  words: {
    list: string;
    add: string;
    none: string;
    entry: (number: number) => string;
    remove: (number: number) => string;
  };
  entries: readonly TextEntry[];
  /** The maximum number and length of the texts. */
  most: number;
  limit: number;
  error: string | undefined;
  onChange: (change: (entries: readonly TextEntry[]) => TextEntry[]) => void;
}

/** An ordered list of a few short texts: added, edited, moved and removed. */
export function TextList({ words, entries, most, limit, error, onChange }: TextListProps) {
  const errorId = useId();
  const { box, focusLast } = useFocusOnAdded(entries.length);
  const write = (id: string, text: string) =>
    onChange((before) => before.map((entry) => (entry.id === id ? { id, text } : entry)));
  return (
    <div ref={box} className="grid grid-cols-1 gap-3">
      {entries.length === 0 && <p className="text-fg-faint text-small">{words.none}</p>}
      {/* Always rendered: a fallback while its code is loaded would take the focus from the first text. */}
      <div className={cx(entries.length === 0 && 'hidden')}>
        <DragList
          label={words.list}
          layout="field"
          items={entries}
          itemId={({ id }) => id}
          itemName={(entry) => words.entry(entries.indexOf(entry) + 1)}
          onReorder={(ids) => onChange((before) => ids.flatMap((id) => before.find((entry) => entry.id === id) ?? []))}
        >
          {(entry) => (
            <Line
              words={words}
              number={entries.indexOf(entry) + 1}
              text={entry.text}
              limit={limit}
              onText={(text) => write(entry.id, text)}
              onRemove={() => onChange((before) => before.filter(({ id }) => id !== entry.id))}
            />
          )}
        </DragList>
      </div>
      <p id={errorId} role="alert" className="text-caption text-danger empty:hidden">
        {error}
      </p>
      <div className="flex items-center gap-3">
        <Button
          size="sm"
          icon={<Plus />}
          disabled={entries.length >= most}
          onClick={() => {
            focusLast();
            onChange((before) => [...before, { id: newId(), text: '' }]);
          }}
        >
          {words.add}
        </Button>
        <Used count={entries.length} most={most} />
      </div>
    </div>
  );
}

function Used({ count, most }: { count: number; most: number }) {
  const { t } = useTexts('tribe-settings');
  return <span className="tabular text-caption text-fg-faint">{t('tribeSettings.used', { count, most })}</span>;
}

/** A text that was just added takes the focus once it is rendered. */
function useFocusOnAdded(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const [expected, setExpected] = useState(0);
  useEffect(() => {
    if (count !== expected) return;
    box.current?.querySelector<HTMLElement>('li:last-child textarea')?.focus();
    setExpected(0);
  }, [count, expected]);
  return { box, focusLast: () => setExpected(count + 1) };
}

interface LineProps {
  words: TextListProps['words'];
  number: number;
  text: string;
  limit: number;
  onText: (text: string) => void;
  onRemove: () => void;
}

function Line({ words, number, text, limit, onText, onRemove }: LineProps) {
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 grow">
        <Textarea
          label={words.entry(number)}
          labelHidden
          rows={1}
          value={text}
          limit={limit}
          onChange={({ target }) => onText(target.value.replace(/[\r\n]+/g, ' '))}
        />
      </div>
      <IconButton
        size="sm"
        label={words.remove(number)}
        tip="none"
        icon={<Trash2 />}
        onClick={onRemove}
        className="max-sm:absolute max-sm:right-0 max-sm:bottom-0.5"
      />
    </div>
  );
}
