import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { activeOf, type Membership, membershipsQuery } from '../../lib/shared-queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { Loading, SkeletonText } from '../../ui/skeleton.tsx';
import { TribeList } from './tribe-list.tsx';

/**
 * The viewer's tribes with their role and level in each, and links to their chats. Never empty: everyone is in hominini.
 */
export function MyTribes() {
  const { t } = useTexts('members', 'tools');
  const { data, error, refetch } = useQuery(membershipsQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} className="py-6" />;
  if (!data)
    return (
      <Loading>
        <SkeletonText lines={3} />
      </Loading>
    );
  const aboutOf = ({ role, levelOrder }: Membership) =>
    `${t(`tribes.role.${role}`)} · ${t('shell.level', { level: levelOrder })}`;
  return (
    <TribeList
      tribes={activeOf(data).map((membership) => ({
        ...membership.tribe,
        about: aboutOf(membership),
        action: (
          <ChatLink tribeId={membership.tribeId} label={t('memberships.chatOf', { tribe: membership.tribeName })} />
        ),
      }))}
    />
  );
}

function ChatLink({ tribeId, label }: { tribeId: number; label: string }) {
  return (
    <Link to={paths.chat(tribeId)} aria-label={label} className={iconButtonClass()}>
      <MessagesSquare aria-hidden="true" />
    </Link>
  );
}
