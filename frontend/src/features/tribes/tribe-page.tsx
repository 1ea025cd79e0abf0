import { homininiId } from '@limits/community';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { EntryLinks } from '../../lib/entry-links.tsx';
import { isNotFound } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { paths } from '../../lib/paths.ts';
import { rememberVisit, useMe } from '../../lib/session.ts';
import { tribeQuery } from '../../lib/shared-queries.ts';
import { cx } from '../../ui/cx.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { NotFoundState } from '../../ui/not-found-state.tsx';
import { useTitle } from '../../ui/page.tsx';
import { useIsDesk } from '../../ui/use-is-desk.ts';
import type { Tribe } from './api.ts';
import { LockedTribe } from './locked-tribe.tsx';
import { OnlineMembers } from './online-members.tsx';
import { OwnerStepsSlot } from './owner-steps-slot.tsx';
import { RestrictedNote } from './restricted-note.tsx';
import { TribeBar } from './tribe-bar.tsx';
import { TribeHero } from './tribe-hero.tsx';
import { TribePanels } from './tribe-panels.tsx';
import { isMember, type TribePart } from './tribe-parts.ts';
import { TribeSkeleton } from './tribe-skeleton.tsx';
import { WaitingLine, WaitingWork } from './waiting-work.tsx';

const OwnershipOffer = lazyComponent(async () => (await import('./ownership-offer.tsx')).OwnershipOffer);

export interface TribePageProps {
  /** The tribe's posts; with `writes` also the form for a new one. */
  feed: (tribeId: number, writes: boolean) => ReactNode;
  /** The member's progress. */
  progress: (tribeId: number) => ReactNode;
  /** The preview of its posts for people who are not members. */
  preview: (tribeId: number) => ReactNode;
  /** The number of posts above the member's level. */
  waiting: (tribeId: number) => ReactNode;
  /** The parts of a tribe other than its feed, in the order of its panels. */
  parts: readonly TribePart[];
}

/** `/tools/tribes/{id}`: a tribe's header, and below it its feed, one of its parts, or with `?panels=1` all of them. */
export function TribePage(props: TribePageProps) {
  const { t } = useTexts('members', 'tribe');
  const { id = '', part } = useParams();
  const tribeId = /^\d{1,10}$/.test(id) ? Number(id) : 0;
  const me = useMe();
  const tribe = useQuery(tribeQuery(tribeId));
  const isMissing = isNotFound(tribe.error);
  const shown = props.parts.find(({ name }) => name === part);
  const partTitle = shown && tribe.data && t(`tribe.part.${shown.name}`);
  useTitle(isMissing ? t('notFound.title') : [partTitle, tribe.data?.name].filter(Boolean).join(' · '));
  if (!me || tribe.isPending) return <TribeSkeleton isPart={part !== undefined} />;
  if (isMissing) return <NoSuchTribe error={tribe.error} />;
  // A failed refresh does not hide the loaded tribe.
  if (tribe.data) return <TribeView {...props} tribe={tribe.data} />;
  return <ErrorState error={tribe.error} onRetry={() => void tribe.refetch()} />;
}

function TribeView({ parts, ...props }: TribePageProps & { tribe: Tribe }) {
  const { tribe, progress, preview } = props;
  const { part: name } = useParams();
  const [query] = useSearchParams();
  const open = parts.filter(({ isOpen }) => isOpen(tribe));
  const part = open.find((each) => each.name === name);
  const panels = tribe.canRead && !part && query.get('panels') === '1';
  // A part that is not open to the viewer, or does not exist.
  if (name !== undefined && !part) return <Navigate to={paths.tribe(tribe.id)} replace />;
  return (
    <div className="relative mx-auto w-full max-w-6xl pb-16 lg:px-6 lg:pt-6">
      <TribeHero tribe={tribe} compact={part !== undefined || panels} />
      {tribe.canRead && <TribeBar tribe={tribe} parts={open} shown={panels ? undefined : (part?.name ?? null)} />}
      <div className={cx('px-4 sm:px-6 sm:pt-4 lg:px-0 lg:pt-5', part || panels ? 'pt-4' : 'pt-1.5')}>
        {part && <part.View tribe={tribe} />}
        {panels && <TribePanels tribe={tribe} parts={open} progress={isMember(tribe) && progress(tribe.id)} />}
        {!part && !panels && tribe.canRead && <FeedWithAside {...props} />}
        {!part && !panels && !tribe.canRead && <LockedTribe tribe={tribe} preview={preview(tribe.id)} />}
      </div>
    </div>
  );
}

/** On a phone the content of the aside is among the parts. */
function FeedWithAside({ tribe, feed, progress, waiting }: Omit<TribePageProps, 'parts'> & { tribe: Tribe }) {
  const { t } = useTexts('members', 'tribe');
  const isDesk = useIsDesk();
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 grid-cols-1 content-start gap-4">
        {tribe.restriction && <RestrictedNote restriction={tribe.restriction} />}
        {tribe.ownershipOffer?.isMine && (
          <LazyPart>
            <OwnershipOffer tribe={tribe} />
          </LazyPart>
        )}
        {!isDesk && <OwnerStepsSlot tribe={tribe} />}
        {!isDesk && <WaitingLine tribe={tribe} />}
        {feed(tribe.id, isMember(tribe) && !tribe.restriction)}
      </div>
      {isDesk && (
        <aside aria-label={t('tribe.aside')} className="sticky top-16 grid grid-cols-1 content-start gap-5 self-start">
          <WaitingWork tribe={tribe} />
          <OwnerStepsSlot tribe={tribe} />
          {isMember(tribe) && progress(tribe.id)}
          {isMember(tribe) && waiting(tribe.id)}
          <OnlineMembers tribe={tribe} />
        </aside>
      )}
    </div>
  );
}

function NoSuchTribe({ error }: { error: unknown }) {
  const { t } = useTexts('members', 'tribe');
  return <NotFoundState error={error} to={paths.tribes} label={t('ui.seeTribes')} />;
}

/** `/hominini`: the public tribe, for visitors; members are redirected to its page. */
export function HomininiPage({ feed }: { feed: ReactNode }) {
  const { t } = useTexts('members', 'tribe');
  const me = useMe();
  const location = useLocation();
  useTitle('hominini');
  if (me) return <Navigate to={paths.tribe(homininiId)} replace />;
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-4 pt-6 pb-16 sm:px-6 lg:pt-12">
      <header className="grid gap-3">
        <h1 className="font-extrabold text-display">hominini</h1>
        <p className="text-pretty text-fg-muted">{t('tribes.homininiLead')}</p>
        <div className="flex flex-wrap gap-3 pt-2">
          <EntryLinks register={t('shell.register')} login={t('shell.login')} onClick={() => rememberVisit(location)} />
        </div>
      </header>
      {feed}
    </div>
  );
}
