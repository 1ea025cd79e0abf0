import { Ellipsis } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { ShownUser } from './blocking.ts';
import { UserSafetyItems } from './blocking-items.tsx';
import type { ReportTarget } from './report.ts';
import { ReportItem } from './report-item.tsx';

export interface SafetyMenuProps {
  /** The label of the button. */
  label: string;
  size?: 'sm' | 'md';
  /** The person to mute or block. */
  person: ShownUser;
  /** The tribe in which the person is shown. */
  tribeId?: number;
  /** The object to report: an item of the person, or the person. */
  report?: ReportTarget | undefined;
  /** Called after the person was blocked and removed from the lists on the screen. */
  onBlocked?: () => void;
  className?: string | undefined;
}

/** Replaces people who are deleted or hidden. */
const placeholderIds = ['deleted', 'unavailable'];

/** Mounted open: its code is loaded when the button that it replaces is pressed. */
export function SafetyMenu({ label, size, person, tribeId, report, onBlocked, className }: SafetyMenuProps) {
  return (
    <Menu
      defaultOpen
      trigger={
        <IconButton {...(size && { size })} label={label} tip="none" icon={<Ellipsis />} className={className} />
      }
    >
      {placeholderIds.includes(person.id) ? (
        report && <ReportItem target={report} />
      ) : (
        <UserSafetyItems
          person={person}
          report={report}
          {...(tribeId !== undefined && { tribeId })}
          {...(onBlocked && { onBlocked })}
        />
      )}
    </Menu>
  );
}
