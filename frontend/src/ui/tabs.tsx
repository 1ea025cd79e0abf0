import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface TabsProps<T extends string> {
  /** The name of the choice, for screen readers. */
  label: string;
  tabs: { value: T; label: ReactNode; panel: ReactNode }[];
  value: T;
  onChange: (value: T) => void;
}

/** One panel of some; an ember line glides under the chosen name. */
export function Tabs<T extends string>({ label, tabs, value, onChange }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={onChange}>
      <Base.List aria-label={label} className="relative flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="focus-ring h-12 shrink-0 rounded-t-sm px-4 font-display font-semibold text-fg-faint text-small -outline-offset-2 transition-colors hover:text-fg data-active:text-fg"
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-ember transition-[translate,width] duration-200" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-5 outline-none">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
