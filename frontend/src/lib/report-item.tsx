import { Flag } from 'lucide-react';
import { MenuItem } from '../ui/menu.tsx';
import { useTexts } from './i18n.ts';
import { openReport, type ReportTarget } from './report.ts';

/** Reports something from its menu. */
export function ReportItem({ target }: { target: ReportTarget }) {
  const { t } = useTexts('moderation');
  return (
    <MenuItem icon={<Flag />} onSelect={() => openReport(target)}>
      {t('moderation.report')}
    </MenuItem>
  );
}
