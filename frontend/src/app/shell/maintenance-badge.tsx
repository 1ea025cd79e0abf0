import { useQuery } from '@tanstack/react-query';
import { Construction } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { maintenanceQuery } from '../../lib/shared-queries.ts';
import { cx } from '../../ui/cx.ts';
import { iconButtonClass } from '../../ui/icon-button.tsx';

/**
 * Shows an admin, who can use the app as usual, that the site is closed to everyone else, with a link to the switch.
 */
export function MaintenanceBadge({ named }: { named?: boolean | undefined }) {
  const { t } = useTexts('tools');
  const { data } = useQuery(maintenanceQuery);
  if (!data?.enabled) return null;
  const text = t('tools.maintenanceOn');
  if (!named)
    return (
      <Link to={paths.maintenanceSettings} aria-label={text} data-sign className={cx(iconButtonClass(), 'text-honey')}>
        <Construction aria-hidden="true" />
      </Link>
    );
  return (
    <Link
      to={paths.maintenanceSettings}
      className="focus-ring mb-1 flex h-11 shrink-0 items-center gap-3 rounded-md bg-honey-soft px-3 font-medium text-honey text-small"
    >
      <Construction aria-hidden="true" className="size-5 shrink-0" />
      <span className="truncate">{text}</span>
    </Link>
  );
}
