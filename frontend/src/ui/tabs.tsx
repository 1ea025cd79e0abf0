import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { useFormat } from '../lib/i18n.ts';
import { afterOverlays } from './overlay-history.ts';

export interface Tab<T extends string> {
  value: T;
  label: string;
  /** The number of items in the tab, shown next to the label. */
  count?: number;
  content: ReactNode;
  /** Keeps the state of its content while another tab is open. */
  keepMounted?: boolean;
}

interface TabsProps<T extends string> {
  /** The accessible name of the list of tabs. */
  label: string;
  tabs: readonly Tab<T>[];
  /** The chosen tab; keep it in the URL, so that links and Back restore it. */
  value: T;
  onChange: (value: T) => void;
}

/** Sections of one page, one at a time. Arrow keys move between the tabs, Enter or Space opens one. */
export function Tabs<T extends string>({ label, tabs, value, onChange }: TabsProps<T>) {
  const format = useFormat();
  return (
    <Base.Root
      value={value}
      onValueChange={(next: T) => afterOverlays(() => onChange(next))}
      className="grid grid-cols-1 gap-6"
    >
      <Base.List
        aria-label={label}
        className="-mx-4 flex gap-1 overflow-x-auto px-4 [scrollbar-width:none] shadow-[inset_0_-1px_0_var(--line)] sm:mx-0 sm:px-0"
      >
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={tabClass}>
            {tab.label}
            {tab.count !== undefined && <span className="tabular text-fg-faint">{format.number(tab.count)}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel
          key={tab.value}
          value={tab.value}
          keepMounted={tab.keepMounted ?? false}
          className="focus-ring rounded-sm"
        >
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

const tabClass =
  'flex h-12 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-3.5 font-display font-semibold text-fg-muted text-small outline-none transition-colors hover:text-fg focus-visible:rounded-sm focus-visible:outline-2 focus-visible:outline-ember-text focus-visible:-outline-offset-2 data-active:border-ember data-active:text-fg';
