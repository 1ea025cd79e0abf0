import { Flag } from 'lucide-react';
import { MenuItem } from '../ui/menu.tsx';
import { useTexts } from './i18n.ts';
import { openReport, type ReportTarget } from './report.ts';

/** A menu item that reports the object of the menu. */
export function ReportItem({ target }: { target: ReportTarget }) {
  const { t } = useTexts('moderation');
  return (
    <MenuItem icon={<Flag />} onSelect={() => openReport(target)}>
      {t('moderation.report')}
    </MenuItem>
  );
}
