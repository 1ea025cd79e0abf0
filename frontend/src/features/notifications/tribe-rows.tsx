import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import type { Membership } from '../../lib/shared-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';

/** My tribes with my level in each. */
export function ActiveTribes({ tribes }: { tribes: Membership[] }) {
  const { t } = useTexts('members');
  return (
    <ul className="grid grid-cols-1">
      {tribes.map((membership) => (
        <Row
          key={membership.tribeId}
          membership={membership}
          under={t('shell.level', { level: membership.levelOrder })}
          end={
            <ButtonLink
              size="sm"
              to={paths.tribe(membership.tribeId)}
              aria-label={t('notifications.goTo', { tribe: membership.tribe.name })}
            >
              {t('notifications.go')}
            </ButtonLink>
          }
        />
      ))}
    </ul>
  );
}

/** Tribes I asked to join. */
export function PendingTribes({ tribes }: { tribes: Membership[] }) {
  const { t } = useTexts('members');
  return (
    <ul className="grid grid-cols-1">
      {tribes.map((membership) => (
        <Row
          key={membership.tribeId}
          membership={membership}
          under={
            <span className="inline-flex items-center gap-1 text-honey">
              <Clock aria-hidden="true" className="size-3.5" />
              {t('notifications.waiting')}
            </span>
          }
        />
      ))}
    </ul>
  );
}

function Row({ membership, under, end }: { membership: Membership; under: ReactNode; end?: ReactNode }) {
  const { tribeId, tribe } = membership;
  return (
    <li className="flex min-h-14 items-center gap-3 py-1.5">
      <TribeGlyph id={tribeId} size={40} />
      <span className="grid min-w-0 grow grid-cols-1">
        <Link
          to={paths.tribe(tribeId)}
          className="focus-ring -my-0.5 truncate rounded-xs py-0.5 font-display font-semibold text-small hover:underline"
        >
          {tribe.name}
        </Link>
        <span className="tabular text-caption text-fg-faint">{under}</span>
      </span>
      {end}
    </li>
  );
}
