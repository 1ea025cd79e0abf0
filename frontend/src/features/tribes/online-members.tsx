import { useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { linkedAvatar } from '../../lib/user-link.tsx';
import { AvatarStack } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Tribe } from './api.ts';

const facesShown = 6;

/** The members online first, then other members, and a link to all of them. */
export function OnlineMembers({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('members', 'tribe');
  const format = useFormat();
  const { here, members, membersCount, onlineCount } = tribe;
  const now = here.slice(0, facesShown);
  const others = members.map(({ user }) => user).filter(({ id }) => now.every((person) => person.id !== id));
  const shown = others.slice(0, facesShown - now.length);
  const more = Math.max(0, membersCount - now.length - shown.length);
  return (
    <Card as="section" aria-labelledby="online-members" className="grid grid-cols-1 gap-3 p-4">
      <div className="flex items-center justify-between gap-3">
        <h2 id="online-members" className="font-bold">
          {t('tribes.whoIsHere')}
        </h2>
        <ButtonLink to={paths.tribePart(tribe.id, 'people')} size="sm" variant="ghost" className="-my-1 -mr-2">
          {t('tribes.seeAll')}
        </ButtonLink>
      </div>
      {now.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
          <AvatarStack people={now} wrap={linkedAvatar} size={36} ringClass="ring-moss" />
          <span>
            {t('tribe.online', { count: onlineCount ?? now.length, shown: format.number(onlineCount ?? now.length) })}
          </span>
          <VisuallyHidden>{format.list(now.map(({ name }) => name))}</VisuallyHidden>
        </div>
      )}
      {shown.length > 0 && (
        <AvatarStack people={shown} wrap={linkedAvatar} size={now.length > 0 ? 28 : 36} more={more} />
      )}
    </Card>
  );
}
