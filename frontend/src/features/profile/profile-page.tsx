import { homininiId } from '@limits/community';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useChangeParams } from '../../lib/address-params.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type SessionUser, useMe } from '../../lib/session.ts';
import { activeOf, membershipsQuery, meQuery } from '../../lib/shared-queries.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useModalState } from '../../ui/modal-link.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { tribesOf } from './draft.ts';
import { PhotoGallery } from './photo-gallery.tsx';
import { ProfileAside } from './profile-aside.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { useOwnFacts } from './use-own-facts.ts';
import { ProfileLayout, ProfileSkeleton, type UserPageProps } from './user-page.tsx';

/** `/profile`: the viewer's own profile with their posts. */
export function ProfilePage({ posts }: UserPageProps) {
  const { t } = useTexts('profile');
  const me = useMe();
  const own = useQuery(meQuery);
  useTitle(t('profile.title'));
  if (own.isError && !own.data) return <ErrorState error={own.error} onRetry={() => void own.refetch()} />;
  if (!me || !own.data) return <ProfileSkeleton />;
  return <OwnProfile me={{ ...me, ...own.data }} posts={posts} />;
}

function OwnProfile({ me, posts }: UserPageProps & { me: SessionUser }) {
  const { t } = useTexts('profile');
  const { isPending, memberships, points, followersCount, followingCount } = useOwnFacts(me.id);
  const modalState = useModalState();
  if (isPending) return <ProfileSkeleton />;
  const profile = { ...me, isAgent: false, followersCount, followingCount };
  return (
    <ProfileLayout
      header={
        <ProfileHeader
          own
          profile={profile}
          actions={
            <>
              <ButtonLink to={paths.editProfileModal} state={modalState} variant="primary" icon={<Pencil />}>
                {t('profile.edit')}
              </ButtonLink>
              <RefreshButton userId={me.id} />
            </>
          }
        />
      }
      photos={me.photos.length > 0 && <PhotoGallery photos={me.photos} name={me.name} />}
      aside={
        <ProfileAside
          profile={{ ...me, tribes: tribesOf(memberships), ...(points && { gamification: points }) }}
          title={t('profile.myAbout')}
          visibility={me.profileVisibility}
        />
      }
    >
      <OwnPosts me={me} posts={posts} />
    </ProfileLayout>
  );
}

/** Fetches the profile and the posts again (part 2, section 2). */
function RefreshButton({ userId }: { userId: string }) {
  const { t } = useTexts('profile');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    const { me, memberships, points, feed } = queryKeys;
    const shown = [me, memberships, points.mine, queryKeys.profile(userId), feed.all];
    await Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey }, { throwOnError: true }))).catch(
      toastFailure,
    );
    setBusy(false);
  };
  return (
    <IconButton
      label={t('profile.refresh')}
      icon={<RefreshCw className={busy ? 'animate-spin' : ''} />}
      aria-disabled={busy}
      onClick={() => !busy && void refresh()}
    />
  );
}

function OwnPosts({ me, posts }: UserPageProps & { me: SessionUser }) {
  const { t } = useTexts('profile');
  const [query] = useSearchParams();
  const changeParams = useChangeParams();
  const memberships = useQuery(membershipsQuery);
  const active = activeOf(memberships.data ?? []);
  const chosen = active.find(({ tribeId }) => String(tribeId) === query.get('tribe'))?.tribeId ?? null;
  const shared = { userId: me.id, tribeId: chosen };
  const tabs = [
    {
      value: 'posts',
      label: t('profile.posts'),
      content: posts({
        ...shared,
        kinds: 'post,story',
        empty: <NothingPosted tribeId={chosen ?? homininiId} />,
      }),
    },
    {
      value: 'reels',
      label: t('profile.reels'),
      content: posts({
        ...shared,
        kinds: 'reel',
        empty: <EmptyState title={t('profile.noReels')} text={t('profile.noReelsText')} />,
      }),
    },
  ] as const;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Select
        label={t('profile.inTribe')}
        options={[
          { value: 'all', label: t('profile.allTribes') },
          ...active.map(({ tribeId, tribeName }) => ({ value: String(tribeId), label: tribeName })),
        ]}
        value={chosen === null ? 'all' : String(chosen)}
        onChange={(value) => changeParams({ tribe: value === 'all' ? '' : value })}
      />
      <Tabs
        label={t('profile.contents')}
        tabs={tabs}
        value={query.get('tab') === 'reels' ? 'reels' : 'posts'}
        onChange={(tab) => changeParams({ tab: tab === 'reels' ? tab : '' })}
      />
    </div>
  );
}

function NothingPosted({ tribeId }: { tribeId: number }) {
  const { t } = useTexts('profile');
  return (
    <EmptyState
      title={t('profile.myNoPosts')}
      text={t('profile.myNoPostsText')}
      action={<ButtonLink to={paths.tribe(tribeId)}>{t('profile.write')}</ButtonLink>}
    />
  );
}
