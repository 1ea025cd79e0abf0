import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { type Decided, useDecisionSentence } from '../../lib/decision-sentence.ts';
import { isNotFound } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { listedKind } from '../../lib/listed-kind.ts';
import { paths } from '../../lib/paths.ts';
import { BackButton } from '../../ui/back-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NotFoundState } from '../../ui/not-found-state.tsx';
import { Page, useTitle } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ownDecisionQuery } from './api.ts';
import { describeConsequence } from './consequences.ts';
import { OwnDecision, type OwnDecisionAnswer } from './own-decision.tsx';

/** A decision on an object of the viewer: reason, role of the moderator, consequences, and the one appeal. */
export function DecisionPage() {
  const { t } = useTexts('moderation');
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(ownDecisionQuery(id));
  const sentenceOf = useDecisionSentence();
  if (isNotFound(error)) return <NoSuchDecision error={error} />;
  return (
    <Page
      title={data ? sentenceOf(latestOf(data)) : t('moderation.own.fallback')}
      lead={data && <DecidedBy decision={data} />}
      width="reading"
      above={<BackButton fallback={paths.home} className="-ml-3.5 mb-4" />}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-72 rounded-lg" />}
      {data && <OwnDecision decision={data} />}
    </Page>
  );
}

function NoSuchDecision({ error }: { error: unknown }) {
  const { t } = useTexts('moderation');
  useTitle(t('moderation.own.fallback'));
  return <NotFoundState error={error} to={paths.home} label={t('notFound.home')} />;
}

/** The last decision, unless an edit has undone it; before any decision, that the object is hidden. */
const latestOf = (decision: OwnDecisionAnswer): Decided => ({
  action: describeConsequence(decision) === 'edited' ? 'edited' : (decision.decisions.at(-1)?.action ?? 'hidden'),
  kind: listedKind(decision),
  tribeName: decision.tribe?.name ?? null,
});

/** The role of the moderator and the time. */
function DecidedBy({ decision: { decisions, tribe } }: { decision: OwnDecisionAnswer }) {
  const { t } = useTexts('moderation');
  const last = decisions.at(-1);
  if (!last) return tribe?.name;
  const name = tribe?.name ?? t('moderation.own.theTribe');
  return (
    <>
      {last.bySite ? t('moderation.own.bySite') : t('moderation.own.byTribe', { tribe: name })}
      {'\u00a0· '}
      <RelativeTime value={last.createdAt} className="whitespace-nowrap" />
    </>
  );
}
