import { ShieldUser } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type AdminWork, useAdminWaiting, useAdminWaitingWords, useWaitingNumber } from '../../lib/admin-waiting.tsx';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { CountBadge } from '../../ui/pill.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** The screen of each queue; the appeals are on the desk itself. */
const pathOf: Record<AdminWork, string> = {
  messages: paths.contactMessages,
  appeals: paths.admin,
  cases: paths.moderation,
};

/** Shows an admin on every screen that work is pending, with a link to it, or to the desk for several kinds. */
export function WaitingBadge({ named }: { named?: boolean | undefined }) {
  const { t } = useTexts('tools');
  const format = useFormat();
  const describe = useAdminWaitingWords();
  const shown = useWaitingNumber();
  const waiting = [...useAdminWaiting()];
  const [first, ...others] = waiting;
  if (!first) return null;
  const to = others.length > 0 ? paths.admin : pathOf[first[0]];
  const count = waiting.reduce((sum, [, each]) => sum + each, 0);
  const label = format.list(waiting.map(([work, each]) => describe(work, each)));
  // Includes the displayed total, which no single entry has when there are several kinds.
  const name = others.length > 0 ? t('tools.waitingSum', { shown: shown(count), list: label }) : label;
  if (!named)
    return (
      <Link to={to} aria-label={name} data-sign className={iconButtonClass()}>
        <ShieldUser aria-hidden="true" />
        <span className="absolute top-0.5 right-0">
          <CountBadge count={count} />
        </span>
      </Link>
    );
  return (
    <Link
      to={to}
      className="focus-ring mb-1 flex h-11 shrink-0 items-center gap-3 rounded-md bg-ember-soft px-3 font-medium text-ember-text text-small"
    >
      <ShieldUser aria-hidden="true" className="size-5 shrink-0" />
      <span className="grow truncate">
        {t('tools.waitingForYou')}
        <VisuallyHidden>{`: ${label}`}</VisuallyHidden>
      </span>
      <CountBadge count={count} />
    </Link>
  );
}
