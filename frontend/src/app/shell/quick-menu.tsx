import { Dialog as Base } from '@base-ui/react/dialog';
import { searchMax } from '@limits/community';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { useCloseOnBack } from '../../ui/close-on-back.ts';
import { cx } from '../../ui/cx.ts';
import { backdropClass } from '../../ui/popup.ts';
import { takeTyped } from './early-typing.ts';
import { useQuickEntries } from './quick-entries.tsx';
import type { QuickEntry } from './quick-entry.ts';

/** Cmd/Ctrl+K: search for a tribe, a page, an action, a person, a post, a tag or a place, and go there. */
export function QuickMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTexts('tools');
  useCloseOnBack(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          aria-label={t('quick.title')}
          className="fixed inset-x-3 top-[8dvh] z-50 mx-auto flex max-h-[70dvh] max-w-xl animate-rise flex-col overflow-hidden rounded-xl bg-raised shadow-float outline-none"
        >
          <QuickSearch onClose={onClose} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Mounted while the menu is open, so that it begins empty each time, but for what was typed while its code loaded. */
function QuickSearch({ onClose }: { onClose: () => void }) {
  const { t } = useTexts('tools');
  const [query, setQuery] = useState(takeTyped);
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const entries = useQuickEntries(query);
  const current = Math.min(chosen, entries.length - 1);

  function run(entry: QuickEntry | undefined): void {
    if (!entry) return;
    onClose();
    entry.run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    // An input method uses these keys to choose among its candidates.
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step) setChosen((current + step + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter') run(entries[current]);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="flex items-center gap-3 border-line border-b px-5">
        <Search aria-hidden="true" className="size-5 shrink-0 text-fg-faint" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={entries[current] ? `${listId}-${current}` : undefined}
          aria-label={t('quick.title')}
          placeholder={t('quick.placeholder')}
          value={query}
          maxLength={searchMax}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          className="h-16 min-w-0 grow bg-transparent text-title outline-none placeholder:text-fg-faint"
        />
      </div>
      <div id={listId} role="listbox" aria-label={t('quick.title')} className="overflow-y-auto p-2">
        {entries.map((entry, index) => (
          <Entry
            key={entry.id}
            id={`${listId}-${index}`}
            entry={entry}
            heading={entry.group !== entries[index - 1]?.group && t(`quick.${entry.group}`)}
            chosen={index === current}
            onPoint={() => setChosen(index)}
            onRun={() => run(entry)}
          />
        ))}
        {entries.length === 0 && <p className="px-4 py-8 text-center text-fg-muted">{t('quick.nothing', { query })}</p>}
      </div>
    </>
  );
}

interface EntryProps {
  id: string;
  entry: QuickEntry;
  heading: ReactNode;
  chosen: boolean;
  onPoint: () => void;
  onRun: () => void;
}

function Entry({ id, entry, heading, chosen, onPoint, onRun }: EntryProps) {
  return (
    <>
      {heading && (
        <div role="presentation" className="px-3 pt-3 pb-1 text-caption text-fg-faint">
          {heading}
        </div>
      )}
      {/* Keys act through the input, which references it. */}
      <div
        id={id}
        role="option"
        aria-selected={chosen}
        tabIndex={-1}
        onPointerMove={onPoint}
        onClick={onRun}
        onKeyDown={(event) => event.key === 'Enter' && onRun()}
        ref={chosen ? (node) => node?.scrollIntoView({ block: 'nearest' }) : undefined}
        className={cx(
          'flex min-h-12 cursor-pointer items-center gap-3.5 rounded-md px-3 [&>svg]:size-5 [&>svg]:text-fg-faint',
          chosen && 'bg-hover',
        )}
      >
        {entry.icon}
        <bdi className="min-w-0 truncate">{entry.label}</bdi>
        {entry.detail && (
          <span className="ml-auto max-w-2/5 shrink-0 truncate text-caption text-fg-faint">{entry.detail}</span>
        )}
        {entry.count}
      </div>
    </>
  );
}
