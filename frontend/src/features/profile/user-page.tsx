import { useQuery } from '@tanstack/react-query';
import { LogIn, MessageCircle, Pencil, UserMinus, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { followQuery, useFollow } from '../../lib/follow.ts';
import { isNotFound } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { profileQuery } from '../../lib/profile-query.ts';
import { SafetyButton } from '../../lib/safety-button.tsx';
import { rememberVisit, useMe } from '../../lib/session.ts';
import { useSignUpOpen } from '../../lib/sign-up.ts';
import { BackButton } from '../../ui/back-button.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Loading, Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.tsx';
import type { PublicProfile } from './api.ts';
import { PhotoGallery } from './photo-gallery.tsx';
import { ProfileAside } from './profile-aside.tsx';
import { ProfileHeader } from './profile-header.tsx';

/** The posts of a person: of some kinds, optionally of one tribe. */
export interface SharedPosts {
  userId: string;
  /** Comma-separated, as in the API. */
  kinds: string;
  tribeId?: number | null;
  empty: ReactNode;
}

export interface UserPageProps {
  posts: (shared: SharedPosts) => ReactNode;
}

/** `/u/{userId}`: a person as the viewer may see them. */
export function UserPage({ posts }: UserPageProps) {
  const { t } = useTexts('profile');
  const { userId = '' } = useParams();
  const profile = useQuery(profileQuery(userId));
  useTitle(profile.data?.name ?? t('profile.title'));
  if (profile.isPending) return <ProfileSkeleton />;
  if (isNotFound(profile.error))
    return <EmptyState title={<h1>{t('profile.notFound')}</h1>} action={<BackButton fallback={paths.home} />} />;
  if (profile.data) return <UserView profile={profile.data} posts={posts} />;
  return <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />;
}

function UserView({ profile, posts }: UserPageProps & { profile: PublicProfile }) {
  const { t } = useTexts('profile');
  const { name, photos = [] } = profile;
  return (
    <ProfileLayout
      header={<ProfileHeader profile={profile} actions={<ProfileActions profile={profile} />} />}
      photos={photos.length > 0 && <PhotoGallery photos={photos} name={name} />}
      aside={<ProfileAside profile={profile} title={t('profile.aboutTitle', { name })} />}
    >
      <UserTabs profile={profile} posts={posts} />
    </ProfileLayout>
  );
}

interface ProfileLayoutProps {
  header: ReactNode;
  photos: ReactNode;
  aside: ReactNode;
  children: ReactNode;
}

/** Header, photos, facts and posts: side by side on a desktop. */
export function ProfileLayout({ header, photos, aside, children }: ProfileLayoutProps) {
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-6 px-4 pt-8 pb-16 sm:px-6 lg:gap-8 lg:pt-12">
      {header}
      {photos}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="lg:order-2">{aside}</div>
        <div className="min-w-0 lg:order-1">{children}</div>
      </div>
    </div>
  );
}

function UserTabs({ profile: { id, name }, posts }: UserPageProps & { profile: PublicProfile }) {
  const { t } = useTexts('profile');
  const [query, setQuery] = useSearchParams();
  const empty = <EmptyState title={t('profile.noPosts')} text={t('profile.noPostsText', { name })} />;
  const tabs = [
    { value: 'posts', label: t('profile.posts'), content: posts({ userId: id, kinds: 'post', empty }) },
    { value: 'vibes', label: t('profile.vibes'), content: posts({ userId: id, kinds: 'story,reel', empty }) },
  ] as const;
  return (
    <Tabs
      label={t('profile.contents')}
      tabs={tabs}
      value={query.get('tab') === 'vibes' ? 'vibes' : 'posts'}
      onChange={(tab) => setQuery(tab === 'vibes' ? { tab } : {}, { replace: true })}
    />
  );
}

function ProfileActions({ profile }: { profile: PublicProfile }) {
  const { t } = useTexts('profile');
  const me = useMe();
  const { id, name, canFollow, canMessage, messageTribeId } = profile;
  if (me?.id === id)
    return (
      <ButtonLink to={paths.profile} icon={<Pencil />}>
        {t('profile.edit')}
      </ButtonLink>
    );
  if (!me) return <JoinToFollow name={name} />;
  return (
    <>
      {canFollow && <FollowButton profile={profile} />}
      {canMessage && messageTribeId !== undefined && (
        <ButtonLink to={paths.conversation(id, messageTribeId)} icon={<MessageCircle />}>
          {t('profile.message')}
        </ButtonLink>
      )}
      <SafetyButton label={t('ui.more')} person={profile} report={{ kind: 'person', userId: id }} />
    </>
  );
}

/** A visitor's link to a person: through signing up, or in while sign-up is closed, and back here. */
function JoinToFollow({ name }: { name: string }) {
  const { t } = useTexts('profile');
  const location = useLocation();
  const canSignUp = useSignUpOpen();
  return (
    <ButtonLink
      to={canSignUp ? paths.register : paths.login}
      variant="primary"
      icon={canSignUp ? <UserPlus /> : <LogIn />}
      className="max-w-full"
      onClick={() => rememberVisit(location)}
    >
      {canSignUp ? t('profile.joinToFollow', { name }) : t('shell.login')}
    </ButtonLink>
  );
}

function FollowButton({ profile: { id, name, ...known } }: { profile: PublicProfile }) {
  const { t } = useTexts('profile');
  const { data } = useQuery({ ...followQuery(id), initialData: known });
  const follow = useFollow(id);
  const { following } = data;
  const choose = () =>
    follow(!following).then(
      (now) => toast(() => t(now.following ? 'profile.followed' : 'profile.unfollowed', { name }), { tone: 'good' }),
      // As specified, a failure shows no message: the button shows the current state.
      () => undefined,
    );
  return (
    <Button
      variant={following ? 'quiet' : 'primary'}
      icon={following ? <UserMinus /> : <UserPlus />}
      onClick={() => void choose()}
    >
      {t(following ? 'profile.unfollow' : 'profile.follow')}
    </Button>
  );
}

export function ProfileSkeleton() {
  return (
    <Loading className="mx-auto grid w-full max-w-6xl gap-8 px-4 pt-8 sm:px-6 lg:pt-12">
      <div className="flex flex-col items-center gap-5 sm:flex-row">
        <Skeleton className="size-28 shrink-0 rounded-full" />
        <div className="grid w-full max-w-sm gap-3">
          <Skeleton className="h-8 w-56" />
          <SkeletonText lines={2} />
        </div>
      </div>
      <Skeleton className="h-64 w-full rounded-lg" />
    </Loading>
  );
}
