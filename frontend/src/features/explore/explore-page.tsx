import { suggestedTribes } from '@limits/tribes';
import { Music4, X } from 'lucide-react';
import { type FormEvent, type RefObject, useRef } from 'react';
import { useParams } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { SearchInput } from '../../lib/search-input.tsx';
import { useTypedSearch } from '../../lib/use-typed-search.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NotFoundState } from '../../ui/not-found-state.tsx';
import { Page, useTitle } from '../../ui/page.tsx';
import { useIsDesk } from '../../ui/use-is-desk.ts';
import { SEARCH_TYPES, type SearchType } from './api.ts';
import { Kinds } from './kinds.tsx';
import { RecentList } from './recent-list.tsx';
import { useRecentSearches } from './recent-searches.ts';
import { Results } from './results.tsx';
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

/** So that people begin on the first screen; a link leads to all tribes. */
const TRIBES_ON_PHONE = 4;

function Explore({ type, join }: { type: SearchType; join: JoinControl }) {
  const { t } = useTexts('explore', 'members');
  const { text, q, type: onType, submit } = useTypedSearch({ backEnds: true });
  const { recent, remember, forget, forgetAll } = useRecentSearches();
  const field = useRef<HTMLInputElement>(null);
  const isDesk = useIsDesk();
  const focusField = () => field.current?.focus();
  const onSubmit = () => {
    remember(text.trim());
    submit(text);
  };
  const clear = () => {
    submit('');
    focusField();
  };
  return (
    <Page title={t('shell.explore')} lead={isDesk && t('explore.lead')} width="reading">
      <div className="flex flex-col gap-6 [&>*]:min-w-0">
        <SearchField field={field} text={text} onType={onType} onSubmit={onSubmit} onClear={clear} />
        {type !== 'top' && <Kinds type={type} q={q} />}
        {type === 'audio' && <EmptyState icon={<Music4 />} title={t('explore.audio')} text={t('explore.audioText')} />}
        {type !== 'audio' && q !== '' && <Results type={type} q={q} onOpen={() => remember(q)} />}
        {type !== 'audio' && q === '' && recent.length > 0 && (
          <RecentList
            recent={recent}
            onChoose={submit}
            onForget={(each) => {
              forget(each);
              if (recent.length === 1) focusField();
            }}
            onForgetAll={() => {
              forgetAll();
              focusField();
            }}
          />
        )}
        {q === '' && <Suggestions type={type} join={join} />}
        {q === '' && (type === 'posts' || type === 'places') && recent.length === 0 && <Start />}
      </div>
    </Page>
  );
}

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onType: (text: string) => void;
  onSubmit: () => void;
  onClear: () => void;
}

/** On a phone it stays below the bar. */
const searchClass =
  'max-lg:sticky max-lg:top-16 max-lg:z-20 max-lg:-mx-4 max-lg:-my-2 max-lg:bg-ground/80 max-lg:px-4 max-lg:py-2 max-lg:backdrop-blur-xl';

function SearchField({ field, text, onType, onSubmit, onClear }: SearchFieldProps) {
  const { t } = useTexts('explore', 'members');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const type = (typed: string) => {
    // The field may be used far down the results, whose next ones begin at the top.
    if (window.scrollY > 0) window.scrollTo({ top: 0 });
    onType(typed);
  };
  return (
    <search className={searchClass}>
      <form onSubmit={submit}>
        <SearchInput
          ref={field}
          enterKeyHint="search"
          label={t('explore.search')}
          value={text}
          onType={type}
          end={
            text && <IconButton size="sm" tip="none" label={t('tribes.clearSearch')} icon={<X />} onClick={onClear} />
          }
        />
      </form>
    </search>
  );
}

/** A list appears with the ones above it, which would move it when they arrive. */
function Suggestions({ type, join }: { type: SearchType; join: JoinControl }) {
  const isDesk = useIsDesk();
  if (type !== 'top' && type !== 'accounts' && type !== 'tags') return null;
  return (
    <div className="in-order grid grid-cols-1 gap-10">
      {type === 'top' && <SuggestedTribes join={join} max={isDesk ? suggestedTribes : TRIBES_ON_PHONE} />}
      {type !== 'tags' && <SuggestedPeople />}
      {type !== 'accounts' && <SuggestedTags />}
    </div>
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
