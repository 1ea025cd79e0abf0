import { Mails, Scale } from 'lucide-react';
import { Link } from 'react-router-dom';
import { AdminWaitingCount } from '../../lib/admin-waiting.tsx';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';

const linkClass =
  'focus-ring flex h-10 items-center gap-2 rounded-full bg-surface px-3 text-fg-muted text-small shadow-card hover:text-fg sm:px-4 max-sm:[&>svg]:hidden [&>svg]:size-4.5';

/** Links to the other work queues with their counts; also shown at zero, so that nothing moves. */
export function Queues() {
  const { t } = useTexts('tools', 'members');
  return (
    <nav aria-label={t('tools.waitingForYou')} className="flex flex-wrap gap-2">
      <Link to={paths.moderation} className={linkClass}>
        <Scale aria-hidden="true" />
        {t('tools.moderation')}
        <AdminWaitingCount work="cases" />
      </Link>
      <Link to={paths.contactMessages} className={linkClass}>
        <Mails aria-hidden="true" />
        {t('contactMessages.title')}
        <AdminWaitingCount work="messages" />
      </Link>
    </nav>
  );
}
