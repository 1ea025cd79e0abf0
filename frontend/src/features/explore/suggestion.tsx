import { suggestionDays } from '@limits/tribes';
import { useQuery } from '@tanstack/react-query';
import { Hash, Lock, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { FollowToggle } from '../../lib/follow-toggle.tsx';
import { FollowLabelToggle, labelText } from '../../lib/followed-labels.tsx';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { membershipsQuery } from '../../lib/shared-queries.ts';
import { UserActionLine } from '../../lib/user-action-line.tsx';
import { UserSentence } from '../../lib/user-sentence.tsx';
import { Pill } from '../../ui/pill.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { DismissButton, type Suggestion } from './dismissal.tsx';
import type { SuggestedPerson, SuggestedTag, SuggestedTribe } from './suggestions-api.ts';

/** The control to join a tribe, which is part of another feature. */
export type JoinControl = (tribe: SuggestedTribe['tribe']) => ReactNode;

/** As high as its skeleton, unless a name or a reason takes more than a line. In a narrow row buttons have no icon. */
const rowClass =
  '@container grid min-h-19 grid-cols-1 items-center rounded-md bg-surface p-3 shadow-card @max-[22rem]:[&_button>.contents>:has(>svg)]:hidden';
const nameClass = 'focus-ring rounded-xs py-1 font-display font-semibold wrap-anywhere hover:underline';

export const aboutTribe = ({ tribe }: SuggestedTribe): Suggestion => ({ kind: 'tribe', id: tribe.id });
export const aboutPerson = ({ user }: SuggestedPerson): Suggestion => ({ kind: 'person', id: user.id });
export const aboutTag = ({ tag }: SuggestedTag): Suggestion => ({ kind: 'tag', id: tag });

interface RowProps {
  picture: ReactNode;
  name: ReactNode;
  details: ReactNode;
  action: ReactNode;
  dismiss: ReactNode;
}

/** The button is beside the texts; one that would leave them too little space is below them. */
const Row = ({ picture, name, details, action, dismiss }: RowProps) => (
  <li className={rowClass}>
    <div className="flex items-center gap-x-3">
      {picture}
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-2">
        <div className="grid min-w-0 grow basis-28 grid-cols-1 leading-tight">
          {name}
          {details}
        </div>
        <div className="shrink-0 empty:hidden">{action}</div>
      </div>
      {dismiss}
    </div>
  </li>
);

/** Writes tags as a list in a sentence. */
function useTagList(): (tags: readonly string[]) => string {
  const format = useFormat();
  return (tags) => format.list(tags.map((value) => labelText({ kind: 'tag', value })));
}

export function TribeSuggestion({ item, join }: { item: SuggestedTribe; join: JoinControl }) {
  const { tribe, reason } = item;
  const { t } = useTexts('explore', 'members');
  const format = useFormat();
  const memberships = useQuery(membershipsQuery).data;
  const own = memberships?.find(({ tribeId }) => tribeId === tribe.id);
  // The suggestion stays while the membership changes.
  const membership = memberships ? (own ?? null) : tribe.membership;
  const members = t('tribes.members', { count: tribe.membersCount, shown: format.number(tribe.membersCount) });
  return (
    <Row
      picture={<TribeGlyph id={tribe.id} size={44} />}
      name={
        <Link to={paths.tribe(tribe.id)} className={nameClass}>
          {tribe.name}
        </Link>
      }
      details={
        <span className="flex flex-wrap gap-x-2.5 text-caption text-fg-muted [&_svg]:size-3.5">
          <span className="wrap-anywhere">
            <TribeReason reason={reason} />
          </span>
          {/* New members are a number of people already. */}
          {reason.kind !== 'newMembers' && (
            <span className="inline-flex items-center gap-1 tabular text-fg-faint">
              <Users aria-hidden="true" /> {members}
            </span>
          )}
          {tribe.isPrivate && (
            <span className="inline-flex items-center gap-1 text-fg-faint">
              <Lock aria-hidden="true" /> {t('tribes.private')}
            </span>
          )}
        </span>
      }
      action={
        membership?.status === 'active' ? (
          <Pill tone="moss">{t(`tribes.role.${membership.role}`)}</Pill>
        ) : (
          join({ ...tribe, membership })
        )
      }
      dismiss={<DismissButton suggestion={aboutTribe(item)} name={tribe.name} />}
    />
  );
}

function TribeReason({ reason }: { reason: SuggestedTribe['reason'] }): ReactNode {
  const { t } = useTexts('explore', 'members');
  const format = useFormat();
  const listOf = useTagList();
  switch (reason.kind) {
    case 'ledByFollowed':
      return <UserSentence person={reason.user} sentence={(name) => t('explore.suggested.ledByFollowed', { name })} />;
    case 'tagsYouFollow':
      return t('explore.suggested.tagsYouFollow', { count: reason.tags.length, tags: listOf(reason.tags) });
    case 'likeYourTribe':
      return t('explore.suggested.likeYourTribe', { tribe: reason.tribe.name, tags: listOf(reason.tags) });
    case 'newMembers':
      return t('explore.suggested.newMembers', {
        count: reason.count,
        shown: format.number(reason.count),
        days: suggestionDays,
      });
    case 'members':
      return t('explore.suggested.large');
    default:
      return reason satisfies never;
  }
}

export function PersonSuggestion({ item }: { item: SuggestedPerson }) {
  const { user, reason } = item;
  return (
    <li className={rowClass}>
      <div className="flex items-center gap-x-3">
        <div className="min-w-0 grow">
          <UserActionLine person={user} about={<PersonReason reason={reason} />}>
            <FollowToggle user={user} />
          </UserActionLine>
        </div>
        <DismissButton suggestion={aboutPerson(item)} name={user.name} />
      </div>
    </li>
  );
}

function PersonReason({ reason }: { reason: SuggestedPerson['reason'] }): ReactNode {
  const { t } = useTexts('explore', 'members');
  const format = useFormat();
  const listOf = useTagList();
  switch (reason.kind) {
    case 'followsYou':
      return t('explore.suggested.followsYou');
    case 'sharedTribes':
      return t('explore.suggested.sharedTribes', {
        count: reason.count,
        shown: format.number(reason.count),
        tribe: reason.tribe.name,
      });
    case 'writesAbout':
      return t('explore.suggested.writesAbout', { tags: listOf(reason.tags) });
    case 'writes':
      return t('explore.suggested.writes', { tribe: reason.tribe.name });
    default:
      return reason satisfies never;
  }
}

export function TagSuggestion({ item }: { item: SuggestedTag }) {
  const { tag, tribeId, reason } = item;
  return (
    <Row
      picture={
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-ember-soft text-ember-text [&>svg]:size-5"
        >
          <Hash />
        </span>
      }
      name={
        <Link to={`${paths.tag(tag)}?tribe=${tribeId}`} className={nameClass}>
          {labelText({ kind: 'tag', value: tag })}
        </Link>
      }
      details={
        <span className="wrap-anywhere text-caption text-fg-faint">
          <TagReason reason={reason} />
        </span>
      }
      action={<FollowLabelToggle label={{ kind: 'tag', value: tag }} />}
      dismiss={<DismissButton suggestion={aboutTag(item)} name={labelText({ kind: 'tag', value: tag })} />}
    />
  );
}

function TagReason({ reason }: { reason: SuggestedTag['reason'] }): ReactNode {
  const { t } = useTexts('explore', 'members');
  const format = useFormat();
  const listOf = useTagList();
  switch (reason.kind) {
    case 'withTags':
      return t('explore.suggested.withTags', { tags: listOf(reason.tags) });
    case 'usedByFollowed':
      return <UserSentence person={reason.user} sentence={(name) => t('explore.suggested.usedByFollowed', { name })} />;
    case 'popular':
      return t('explore.suggested.popular', { count: reason.people, shown: format.number(reason.people) });
    default:
      return reason satisfies never;
  }
}
