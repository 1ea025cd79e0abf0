import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { profileQuery } from '../../lib/profile-query.ts';
import { tribeQuery } from '../../lib/shared-queries.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { emojiOf } from '../../ui/emoji-avatar.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { CaseDetail } from './api.ts';
import { type CasePicture, CasePictures } from './case-pictures.tsx';

/** The current page of the person or tribe of a case. The case itself has only the texts as reported. */
export function CaseSubject({ found }: { found: CaseDetail }) {
  const { kind, author, tribe, objectDeleted } = found;
  if (kind === 'person' && author) return <ReportedPerson userId={author.id} />;
  if (kind === 'tribe' && tribe && !objectDeleted) return <ReportedTribe tribeId={tribe.id} />;
  return null;
}

function ReportedPerson({ userId }: { userId: string }) {
  const query = useQuery(profileQuery(userId));
  const { data: profile } = query;
  if (!profile) return <Pending {...query} />;
  const { avatarUrl, photos = [] } = profile;
  const hasEmoji = emojiOf(avatarUrl) !== null;
  const pictures = [
    ...(avatarUrl && !hasEmoji ? [{ id: 'avatar', url: avatarUrl, lqip: null }] : []),
    ...photos.map(({ id, variants, lqip }) => ({ id, url: variants.medium, lqip })),
  ];
  return (
    <PresentPage texts={[profile.bio, profile.about]} pictures={pictures}>
      {hasEmoji && <Avatar person={profile} size={56} />}
    </PresentPage>
  );
}

function ReportedTribe({ tribeId }: { tribeId: number }) {
  const query = useQuery(tribeQuery(tribeId));
  const { data: tribe } = query;
  if (!tribe) return <Pending {...query} />;
  const { name, description, imageUrl, imageLqip } = tribe;
  const pictures = imageUrl ? [{ id: 'cover', url: imageUrl, lqip: imageLqip }] : [];
  return <PresentPage texts={[name, description]} pictures={pictures} />;
}

/** While it loads and when it failed. */
const Pending = ({ error, refetch }: { error: unknown; refetch: () => unknown }) =>
  error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-24 rounded-md" />;

interface PresentPageProps {
  texts: readonly (string | null | undefined)[];
  pictures: readonly CasePicture[];
  children?: ReactNode;
}

function PresentPage({ texts, pictures, children }: PresentPageProps) {
  const { t } = useTexts('moderation');
  const written = [...new Set(texts.filter((text): text is string => Boolean(text)))];
  return (
    <section aria-labelledby="case-subject" className="grid grid-cols-1 gap-2">
      <h3 id="case-subject" className="font-semibold text-small">
        {t('moderation.asShownNow')}
      </h3>
      {children}
      {written.map((text) => (
        <p key={text} className="prose-safe text-small" dir="auto">
          {text}
        </p>
      ))}
      {pictures.length > 0 && <CasePictures pictures={pictures} />}
      {written.length === 0 && pictures.length === 0 && !children && (
        <p className="text-fg-muted text-small">{t('moderation.noMore')}</p>
      )}
    </section>
  );
}
