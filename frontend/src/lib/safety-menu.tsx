import { Ellipsis } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { ShownPerson } from './blocking.ts';
import { PersonSafetyItems } from './blocking-items.tsx';
import type { ReportTarget } from './report.ts';
import { ReportItem } from './report-item.tsx';

export interface SafetyMenuProps {
  /** What its button is called. */
  label: string;
  size?: 'sm' | 'md';
  /** Who is to be muted or blocked. */
  person: ShownPerson;
  /** The tribe in which the person is shown. */
  tribeId?: number;
  /** What is to be reported: something of theirs, or they themselves. */
  report?: ReportTarget | undefined;
  /** Called when the person was blocked and is gone from the lists on the screen. */
  onBlocked?: () => void;
  className?: string | undefined;
}

/** In the place of people who are gone or who may not be shown. */
const nobodies = ['deleted', 'unavailable'];

/** Mounted open: its code is loaded when the button that it replaces is pressed. */
export function SafetyMenu({ label, size, person, tribeId, report, onBlocked, className }: SafetyMenuProps) {
  return (
    <Menu
      defaultOpen
      trigger={
        <IconButton {...(size && { size })} label={label} tip="none" icon={<Ellipsis />} className={className} />
      }
    >
      {nobodies.includes(person.id) ? (
        report && <ReportItem target={report} />
      ) : (
        <PersonSafetyItems
          person={person}
          report={report}
          {...(tribeId !== undefined && { tribeId })}
          {...(onBlocked && { onBlocked })}
        />
      )}
    </Menu>
  );
}
