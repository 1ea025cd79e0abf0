import { normaliseTag, placeSlugOf } from '@tags/content';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { Schema } from '../../lib/contract.ts';
import { FollowLabelToggle, type Label, labelText } from '../../lib/followed-labels.tsx';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { activeOf, membershipsQuery } from '../../lib/shared-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NotFoundState } from '../../ui/not-found-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { labelTribesQuery } from './api.ts';

type Feed = (tribeId: number, label: Label) => ReactNode;

/** `onSpelling` receives a place as its newest post spells it. */
type SpellingFeed = (tribeId: number, label: Label, onSpelling: (place: string) => void) => ReactNode;

/**
 * `/tag/{hashtag}` and `/place/{slug}`: the posts with a tag or of a place in one of the viewer's tribes (specification 2,
 * section 2).
 */
export function LabelPage({ feed }: { feed: SpellingFeed }) {
  const { t } = useTexts('members');
  const { tag, slug = '' } = useParams();
  const label: Label =
    tag === undefined ? { kind: 'place', value: placeSlugOf(slug) } : { kind: 'tag', value: normaliseTag(tag) };
  const [spelling, setSpelling] = useState({ of: '', text: '' });
  if (label.value === '')
    return <NotFoundState error={undefined} title={t('labels.none')} to={paths.home} label={t('notFound.home')} />;
  const shown = { ...label, ...(spelling.of === label.value && { text: spelling.text }) };
  return (
    <Page
      width="reading"
      title={labelText(shown)}
      lead={
        <>
          {t(`labels.${label.kind}`)}
          <Uses label={label} />
        </>
      }
      actions={<FollowLabelToggle label={shown} />}
    >
      <TribePosts
        label={label}
        feed={(tribeId) => feed(tribeId, label, (text) => setSpelling({ of: label.value, text }))}
      />
    </Page>
  );
}

/** How many posts and people use it, in all tribes of the viewer. Its line is there before, so that nothing moves. */
function Uses({ label }: { label: Label }) {
  const { t } = useTexts('members');
  const format = useFormat();
  const { data } = useQuery(labelTribesQuery(label));
  const textOf = ({ posts, people, hasMore }: Schema<'LabelTribes'>): string => {
    if (posts === 0) return t('labels.noPosts');
    const [shown, by] = [format.number(posts), { count: people, shown: format.number(people) }];
    return [
      hasMore ? t('labels.morePosts', { shown }) : t('labels.posts', { count: posts, shown }),
      ...(people === 0 ? [] : [hasMore ? t('labels.somePeople', by) : t('labels.people', by)]),
    ].join(' · ');
  };
  return <span className="mt-1 block min-h-[1lh] text-small tabular">{data && textOf(data)}</span>;
}

/** `?tribe=` chooses the tribe; without one of the viewer's, it is the one with the most posts. */
function TribePosts({ label, feed }: { label: Label; feed: Feed }) {
  const { t } = useTexts('members');
  const memberships = useQuery(membershipsQuery);
  const [query, setQuery] = useSearchParams();
  const tribes = activeOf(memberships.data ?? []);
  const wanted = tribes.find(({ tribeId }) => String(tribeId) === query.get('tribe'));
  const needsTribe = wanted === undefined && (memberships.isSuccess || !query.has('tribe'));
  const withPosts = useQuery({ ...labelTribesQuery(label), enabled: needsTribe });
  if (memberships.isPending || (needsTribe && withPosts.isPending)) return <Skeleton className="h-18 rounded-md" />;
  if (memberships.isError && tribes.length === 0)
    return <ErrorState error={memberships.error} onRetry={() => void memberships.refetch()} />;
  const [first] = withPosts.data?.tribeIds.flatMap((id) => tribes.find(({ tribeId }) => tribeId === id) ?? []) ?? [];
  const chosen = wanted ?? first ?? tribes[0];
  if (!chosen)
    return (
      <EmptyState
        title={t('labels.noTribes')}
        action={
          <ButtonLink to={paths.tribes} variant="primary">
            {t('labels.toTribes')}
          </ButtonLink>
        }
      />
    );
  return (
    <div className="grid grid-cols-1 gap-5">
      <Chips
        label={t('labels.tribe')}
        options={tribes.map(({ tribeId, tribeName }) => ({
          value: String(tribeId),
          label: tribeName,
          icon: <TribeGlyph id={tribeId} size={24} />,
        }))}
        value={String(chosen.tribeId)}
        onChange={(tribe) => setQuery({ tribe }, { replace: true })}
      />
      {feed(chosen.tribeId, label)}
    </div>
  );
}
