import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { EntryLinks } from '../../lib/entry-links.tsx';
import { isNotFound, messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { rememberVisit, useSession } from '../../lib/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Loading, Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { type AcceptedInvite, noteAcceptedInvite, usePendingInvite } from './accepted-invite.ts';
import { type InvitePreview, invitePreviewQuery, useJoinByInvite } from './api.ts';
import { InvitedTribe } from './invited-tribe.tsx';

/**
 * `/invite?code=`: the tribe of an invitation, with a button to join, which leads visitors through signing in or up.
 */
export function InvitePage() {
  const { t } = useTexts('invites');
  const [query] = useSearchParams();
  const code = query.get('code') ?? '';
  const { data, error, refetch } = useQuery({ ...invitePreviewQuery(code), enabled: code !== '' });
  useTitle(data?.tribe.name ?? t('invites.title'));
  if (code === '' || (error && isNotFound(error))) return <NotOpen />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows />;
  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-1 gap-5 sm:px-6 sm:pt-8 lg:pb-16">
      <InvitedTribe invite={data} />
      <EntryActions key={code} code={code} invite={data} />
    </div>
  );
}

function EntryActions({ code, invite }: { code: string; invite: InvitePreview }) {
  const { t } = useTexts('invites');
  const { token, user } = useSession();
  const { tribe, isMember } = invite;
  return (
    // The background extends to the tabs of a phone, and fades out above: no text is visible between buttons.
    <div className="sticky bottom-0 z-20 grid gap-3 bg-ground px-4 pb-[calc(5.75rem+env(safe-area-inset-bottom))] before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-6 before:bg-linear-to-t before:from-ground before:to-transparent sm:px-0 lg:static lg:pb-0 lg:before:hidden">
      {token === null ? (
        <VisitorActions code={code} name={tribe.name} />
      ) : isMember ? (
        <ButtonLink to={paths.tribe(tribe.id)} variant="primary" size="lg" wide>
          {t('invites.goIn')}
        </ButtonLink>
      ) : (
        user && <MemberActions code={code} name={tribe.name} />
      )}
    </div>
  );
}

function VisitorActions({ code, name }: AcceptedInvite) {
  const { t } = useTexts('invites');
  const location = useLocation();
  const accept = () => {
    noteAcceptedInvite({ code, name });
    rememberVisit(location);
  };
  return <EntryLinks register={t('invites.register')} login={t('invites.login')} size="lg" wide onClick={accept} />;
}

/** A person who accepted before signing in joins at once. */
function MemberActions({ code, name }: AcceptedInvite) {
  const { t } = useTexts('invites');
  const navigate = useNavigate();
  const join = useJoinByInvite(code);
  const { pending } = usePendingInvite();
  const isAccepted = pending?.code === code;
  const isRequested = useRef(false);

  const joinTribe = () =>
    join.mutate(undefined, {
      onSuccess: ({ tribeId }) => {
        toast(() => t('invites.joined', { name }), { tone: 'good' });
        void navigate(paths.tribe(tribeId), { replace: true });
      },
    });
  const joinOnce = useEffectEvent(joinTribe);

  useEffect(() => {
    if (!isAccepted || isRequested.current) return;
    isRequested.current = true;
    joinOnce();
  }, [isAccepted]);

  return (
    <>
      <FormError>{join.error && messageOf(join.error, t('ui.failed'))}</FormError>
      <Button variant="primary" size="lg" wide loading={join.isPending} onClick={joinTribe}>
        {t('invites.join')}
      </Button>
    </>
  );
}

function NotOpen() {
  const { t } = useTexts('invites');
  const { token } = useSession();
  return (
    <div className="grid grid-cols-1 pt-10">
      <EmptyState
        title={<h1>{t('invites.notOpen')}</h1>}
        text={t('invites.notOpenText')}
        action={
          <ButtonLink to={token === null ? paths.hominini : paths.tribes} variant="primary">
            {t(token === null ? 'invites.seeHominini' : 'invites.seeTribes')}
          </ButtonLink>
        }
      />
    </div>
  );
}

const LoadingRows = () => (
  <Loading className="mx-auto grid w-full max-w-xl grid-cols-1 gap-5 sm:px-6 sm:pt-8">
    <Skeleton className="h-36 rounded-none sm:rounded-xl" />
    <div className="grid gap-4 px-4 sm:px-0">
      <Skeleton className="h-8 w-56" />
      <SkeletonText lines={3} />
      <Skeleton className="h-13 rounded-lg" />
    </div>
  </Loading>
);
