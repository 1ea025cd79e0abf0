import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { linkedAvatar } from '../../lib/user-link.tsx';
import { AvatarStack } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { requestsWaitingQuery } from './waiting-api.ts';
import { useWaitingWords } from './waiting-work.tsx';

/** The first applicants, for moderators, with a link to decide. Renders nothing without any. */
export function WaitingRequests({ tribeId }: { tribeId: number }) {
  const { t } = useTexts('tribe');
  const describe = useWaitingWords();
  const { data } = useQuery(requestsWaitingQuery(tribeId));
  if (!data || data.waiting === 0) return null;
  const { items, waiting } = data;
  return (
    <Card as="section" aria-labelledby="waiting-requests" className="grid grid-cols-1 gap-3 p-4">
      <h2 id="waiting-requests" className="font-bold">
        {describe('requests', waiting)}
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <AvatarStack
          people={items.map(({ user }) => user)}
          wrap={linkedAvatar}
          size={36}
          more={waiting - items.length}
        />
        <ButtonLink to={paths.tribePart(tribeId, 'requests')} size="sm">
          {t('tribe.decideRequests')}
        </ButtonLink>
      </div>
    </Card>
  );
}
