import { Flame } from 'lucide-react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { Pill } from '../../ui/pill.tsx';
import type { PublicProfile, Visibility } from './api.ts';
import { OnlyMe } from './only-me.tsx';
import { hasFacts, ProfileFacts } from './profile-facts.tsx';
import { TribeList } from './tribe-list.tsx';

type AsideProfile = Partial<PublicProfile> & Pick<PublicProfile, 'name'>;

interface ProfileAsideProps {
  profile: AsideProfile;
  title: string;
  /** Visibility of the fields of the viewer's own profile: those hidden from others are marked. */
  visibility?: Visibility;
}

/** The facts, points and tribes of a person, as far as they are visible. */
export function ProfileAside({ profile, title, visibility }: ProfileAsideProps) {
  const { t } = useTexts('profile');
  const format = useFormat();
  const { tribes = [], gamification } = profile;
  const isEmpty = !hasFacts(profile) && tribes.length === 0 && !gamification;
  if (isEmpty) return <p className="text-fg-faint text-small">{t('profile.private', { name: profile.name })}</p>;
  return (
    <div className="grid grid-cols-1 content-start gap-5">
      {hasFacts(profile) && (
        <Card as="section" className="grid gap-4 p-5" aria-label={title}>
          <h2 className="font-bold text-title">{title}</h2>
          <ProfileFacts profile={profile} visibility={visibility} />
        </Card>
      )}
      {gamification && (
        <Card as="section" className="flex items-center gap-4 p-5" aria-label={t('profile.progress')}>
          <Flame aria-hidden="true" className="size-8 shrink-0 text-ember-text" />
          <p className="grow leading-snug">
            <span className="block font-bold font-display">{t('shell.level', { level: gamification.level })}</span>
            <span className="tabular text-fg-muted text-small">
              {t('profile.points', { points: format.number(gamification.points) })}
            </span>
          </p>
          {visibility?.progress === false && <OnlyMe />}
        </Card>
      )}
      {tribes.length > 0 && (
        <Card as="section" className="grid gap-3 p-5" aria-label={t('profile.tribes')}>
          <h2 className="flex items-center justify-between gap-3 font-bold text-title">
            {t('profile.tribes')}
            {visibility?.tribes === false && <OnlyMe />}
          </h2>
          <TribeList
            tribes={tribes.map(({ id, name, inCommon }) => ({
              id,
              name,
              mark: inCommon && <Pill tone="moss">{t('profile.inCommon')}</Pill>,
            }))}
          />
        </Card>
      )}
    </div>
  );
}
