import { searchMax } from '@limits/community';
import { Music4, Search, X } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { useTypedSearch } from '../../lib/use-typed-search.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { InfiniteList } from '../../ui/infinite-list.tsx';
import { Input } from '../../ui/input.tsx';
import { NotFoundState } from '../../ui/not-found-state.tsx';
import { Page, useTitle } from '../../ui/page.tsx';
import { scrollToCentre } from '../../ui/scroll-to-centre.ts';
import { SEARCH_TYPES, type SearchType, searchAddress, searchQuery } from './api.ts';
import { FoundItem, FoundSkeleton, keyOf } from './found-item.tsx';
import { RecentList } from './recent-list.tsx';
import { useRecentSearches } from './recent-searches.ts';
import type { JoinControl } from './suggestion.tsx';
import { SuggestedPeople, SuggestedTags, SuggestedTribes } from './suggestions.tsx';

/**
 * `/explore/search/{type}?q=`: the search in everything that the viewer may see; without words, what they may like.
 */
export function ExplorePage({ join }: { join: JoinControl }) {
  const { type: wanted } = useParams();
  const type = SEARCH_TYPES.find((each) => each === wanted);
  return type ? <Explore type={type} join={join} /> : <NoSuchSearch />;
}

function NoSuchSearch() {
  const { t } = useTexts('explore', 'members');
  useTitle(t('shell.explore'));
  return (
    <NotFoundState error={null} title={t('explore.notFound')} to={paths.search('top')} label={t('explore.toStart')} />
  );
}

function Explore({ type, join }: { type: SearchType; join: JoinControl }) {
  const { t } = useTexts('explore', 'members');
  const { text, q, type: onType, submit } = useTypedSearch({ backEnds: true });
  const { recent, remember, forget, forgetAll } = useRecentSearches();
  const field = useRef<HTMLInputElement>(null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    remember(text.trim());
    submit(text);
  };
  const clear = () => {
    submit('');
    field.current?.focus();
  };
  return (
    <Page title={t('shell.explore')} lead={t('explore.lead')} width="reading">
      <div className="grid grid-cols-1 gap-6">
        <search>
          <form onSubmit={onSubmit}>
            <Input
              ref={field}
              type="search"
              enterKeyHint="search"
              label={t('explore.search')}
              labelHidden
              placeholder={t('explore.search')}
              icon={<Search />}
              cutAt={searchMax}
              value={text}
              onChange={({ target }) => onType(target.value)}
              end={
                text && <IconButton size="sm" tip="none" label={t('tribes.clearSearch')} icon={<X />} onClick={clear} />
              }
            />
          </form>
        </search>
        {(q !== '' || type !== 'top') && <Kinds type={type} q={q} />}
        {type === 'audio' && <EmptyState icon={<Music4 />} title={t('explore.audio')} text={t('explore.audioText')} />}
        {type !== 'audio' && q !== '' && <Results type={type} q={q} onOpen={() => remember(q)} />}
        {type !== 'audio' && q === '' && recent.length > 0 && (
          <RecentList
            recent={recent}
            onChoose={submit}
            onForget={(each) => {
              forget(each);
              if (recent.length === 1) field.current?.focus();
            }}
            onForgetAll={() => {
              forgetAll();
              field.current?.focus();
            }}
          />
        )}
        {q === '' && (type === 'top' || type === 'accounts' || type === 'tags') && (
          <div className="grid grid-cols-1 gap-10">
            {type === 'top' && <SuggestedTribes join={join} />}
            {type !== 'tags' && <SuggestedPeople />}
            {type !== 'accounts' && <SuggestedTags />}
          </div>
        )}
        {q === '' && (type === 'posts' || type === 'places') && recent.length === 0 && <Start />}
      </div>
    </Page>
  );
}

/** A link to each kind of results, with the same text; on top they appear with the first search. */
function Kinds({ type, q }: { type: SearchType; q: string }) {
  const { t } = useTexts('explore', 'members');
  const row = useRef<HTMLElement>(null);
  const chosen = useRef<HTMLAnchorElement>(null);
  // On a phone the row scrolls sideways.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind is another link
  useEffect(() => {
    if (row.current && chosen.current) scrollToCentre(row.current, chosen.current);
  }, [type]);
  return (
    <nav
      ref={row}
      aria-label={t('explore.kinds')}
      className="-mx-4 flex gap-1 overflow-x-auto px-4 shadow-[inset_0_-1px_0_var(--line)] [scrollbar-width:none] sm:mx-0 sm:px-0"
    >
      {SEARCH_TYPES.map((each) => (
        <Link
          key={each}
          ref={each === type ? chosen : undefined}
          to={searchAddress(each, q)}
          aria-current={each === type ? 'page' : undefined}
          className={cx(
            'focus-ring grid h-12 shrink-0 place-items-center whitespace-nowrap border-b-2 px-3 font-display font-semibold text-small transition-colors',
            each === type ? 'border-ember text-fg' : 'border-transparent text-fg-muted hover:text-fg',
          )}
        >
          {t(`explore.kind.${each}`)}
        </Link>
      ))}
    </nav>
  );
}

function Results({ type, q, onOpen }: { type: SearchType; q: string; onOpen: () => void }) {
  const { t } = useTexts('explore', 'members');
  const { items, query } = usePagedQuery(searchQuery(type, q));
  if (query.isPending) return <FoundSkeleton />;
  if (query.isError && items.length === 0)
    return <ErrorState error={query.error} fallback={t('explore.failed')} onRetry={() => void query.refetch()} />;
  if (items.length === 0 && !query.hasNextPage)
    return <EmptyState title={t('explore.nothing', { q })} text={t('explore.nothingText')} />;
  return (
    <InfiniteList query={query} skeleton={<FoundSkeleton />}>
      <ul
        aria-label={t(`explore.kind.${type}`)}
        className="grid grid-cols-1 gap-2.5"
        onClickCapture={({ target }) => {
          if (target instanceof Element && target.closest('a')) onOpen();
        }}
      >
        {items.map((item) => (
          <FoundItem key={keyOf(item)} item={item} />
        ))}
      </ul>
    </InfiniteList>
  );
}

function Start() {
  const { t } = useTexts('explore', 'members');
  return (
    <EmptyState
      title={t('explore.start')}
      text={t('explore.startText')}
      action={
        <>
          <ButtonLink to={paths.tribes} variant="primary">
            {t('ui.seeTribes')}
          </ButtonLink>
          <ButtonLink to={paths.members}>{t('explore.seeMembers')}</ButtonLink>
        </>
      }
    />
  );
}
