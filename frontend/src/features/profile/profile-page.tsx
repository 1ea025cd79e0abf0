import { homininiId } from '@limits/community';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { type SessionUser, useMe } from '../../lib/session.ts';
import { membershipsQuery, meQuery } from '../../lib/shared-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useModalState } from '../../ui/modal-link.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { profileQuery } from './api.ts';
import { PhotoGallery } from './photo-gallery.tsx';
import { ProfileAside } from './profile-aside.tsx';
import { ProfileHeader } from './profile-header.tsx';
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
  const savedProfile = useQuery(profileQuery(me.id));
  const modalState = useModalState();
  if (savedProfile.isPending) return <ProfileSkeleton />;
  const { followersCount, followingCount, tribes, gamification } = savedProfile.data ?? {};
  const profile = { ...me, isAgent: false, followersCount, followingCount };
  return (
    <ProfileLayout
      header={
        <ProfileHeader
          profile={profile}
          actions={
            <ButtonLink to={paths.editProfileModal} state={modalState} variant="primary" icon={<Pencil />}>
              {t('profile.edit')}
            </ButtonLink>
          }
        />
      }
      photos={me.photos.length > 0 && <PhotoGallery photos={me.photos} name={me.name} />}
      aside={
        <ProfileAside
          profile={{ ...me, ...(tribes && { tribes }), ...(gamification && { gamification }) }}
          title={t('profile.myAbout')}
          own
        />
      }
    >
      <OwnPosts me={me} posts={posts} />
    </ProfileLayout>
  );
}

function OwnPosts({ me, posts }: UserPageProps & { me: SessionUser }) {
  const { t } = useTexts('profile');
  const [query, setQuery] = useSearchParams();
  const memberships = useQuery(membershipsQuery);
  const active = (memberships.data ?? []).filter(({ status }) => status === 'active');
  const chosen = active.find(({ tribeId }) => String(tribeId) === query.get('tribe'))?.tribeId ?? null;
  const change = (name: string, value: string | null) => {
    const next = new URLSearchParams(query);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setQuery(next, { replace: true });
  };
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
        onChange={(value) => change('tribe', value === 'all' ? null : value)}
      />
      <Tabs
        label={t('profile.contents')}
        tabs={tabs}
        value={query.get('tab') === 'reels' ? 'reels' : 'posts'}
        onChange={(tab) => change('tab', tab === 'reels' ? tab : null)}
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
