import { landingHeroMax, landingItemMax } from '@limits/content';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { cx } from '../../ui/cx.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { lineLength, linesLength } from '../../ui/text-length.ts';
import { useIsDesk } from '../../ui/use-is-desk.ts';
import { type LandingContent, type LandingItem, landingContentQuery, type SavedLanding } from './api.ts';
import { Conflict } from './conflict.tsx';
import { HeroFields } from './hero-fields.tsx';
import { LandingPreview } from './landing-preview.tsx';
import { SlideList, withChange } from './slide-list.tsx';
import { useLandingDraft } from './use-landing-draft.ts';
import { useLandingSave } from './use-landing-save.ts';
import { useSlideUploads } from './use-slide-uploads.ts';

/** `/tools/landing-manager`, for site admins: the editor of the landing page with a preview next to it. */
export function LandingManagerPage() {
  const { t } = useTexts('landing', 'tools');
  const { data, error, refetch } = useQuery(landingContentQuery);
  return (
    <Page title={t('tools.landing')} lead={t('landing.lead')}>
      {error && data === undefined && <ErrorState error={error} onRetry={refetch} />}
      {!error && data === undefined && <Loading />}
      {data !== undefined && <Editor saved={data} />}
    </Page>
  );
}

function Loading() {
  return (
    <div aria-hidden="true" className="grid gap-6 lg:grid-cols-2">
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}

function Editor({ saved }: { saved: SavedLanding | null }) {
  const { t } = useTexts('landing', 'tools');
  const content = useLandingDraft(saved);
  const { draft, latest, isChanged, change } = content;
  const [message, showMessage] = useMessage(saved ? null : () => t('landing.defaults'));
  const changeItems = (by: (items: readonly LandingItem[]) => LandingItem[]) =>
    change((before) => ({ ...before, items: by(before.items) }));
  const uploads = useSlideUploads((id, more) => changeItems((items) => withChange(items, id, more)));
  const { isPending, save, conflict } = useLandingSave(content, showMessage);
  const fields = (
    <div className="grid grid-cols-1 gap-8">
      <HeroFields hero={draft.hero} onChange={(hero) => change((before) => ({ ...before, hero }))} />
      <SlideList
        items={draft.items}
        savedUrls={latest.items.map(({ mediaUrl }) => mediaUrl)}
        uploads={uploads}
        onChange={changeItems}
      />
    </div>
  );
  const isInReach = isChanged || saved === null || message !== null || conflict !== null;
  return (
    <div className="grid grid-cols-1 gap-8">
      <Sides fields={fields} preview={<LandingPreview content={draft} />} />
      <div
        className={cx(
          'grid gap-3',
          isInReach && 'sticky bottom-22 z-10 rounded-lg bg-raised p-2 pl-4 shadow-float lg:bottom-6',
          !isInReach && 'py-2 pr-2',
        )}
      >
        {conflict && <Conflict {...conflict} />}
        <div className="flex h-10 items-center justify-between gap-3">
          <p role="status" className="line-clamp-2 min-w-0 text-fg-muted text-small leading-tight max-sm:text-caption">
            {message?.() ?? (isChanged ? t('landing.unsaved') : '')}
          </p>
          <Button
            variant="primary"
            size="sm"
            loading={isPending}
            disabled={(!isChanged && saved !== null) || isTooLong(draft) || conflict !== null}
            onClick={save}
            className="h-10"
          >
            {t('landing.save')}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Whether a text is too long to be saved; its field shows the error. */
const isTooLong = ({ hero, items }: LandingContent): boolean =>
  lineLength(hero.title ?? '') > landingHeroMax.title ||
  lineLength(hero.subtitle ?? '') > landingHeroMax.subtitle ||
  linesLength(hero.description ?? '') > landingHeroMax.description ||
  items.some(
    ({ title, description }) =>
      lineLength(title) > landingItemMax.title || linesLength(description) > landingItemMax.description,
  );

/** Side by side on a desktop, one at a time on a phone: `?view=preview` selects it. */
function Sides({ fields, preview }: { fields: ReactNode; preview: ReactNode }) {
  const { t } = useTexts('landing', 'tools');
  const isDesk = useIsDesk();
  const [query, setQuery] = useSearchParams();
  if (isDesk)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,26rem)] items-start gap-10">
        {fields}
        {preview}
      </div>
    );
  const view = query.get('view') === 'preview' ? 'preview' : 'fields';
  return (
    <div className="grid grid-cols-1 gap-5">
      <Chips
        label={t('landing.view')}
        options={[
          { value: 'fields', label: t('landing.fields') },
          { value: 'preview', label: t('landing.preview') },
        ]}
        value={view}
        onChange={(wanted) => setQuery(wanted === 'preview' ? { view: wanted } : {}, { replace: true })}
      />
      {view === 'preview' ? preview : fields}
    </div>
  );
}

/** Part 1, section 8: it clears after three seconds. */
const MESSAGE_MS = 3_000;

type Message = () => string;

function useMessage(first: Message | null): [Message | null, (message: Message) => void] {
  const [message, setMessage] = useState(() => first);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(null), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, (next) => setMessage(() => next)];
}
