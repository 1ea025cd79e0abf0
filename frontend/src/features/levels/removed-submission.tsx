import { useInfiniteQuery } from '@tanstack/react-query';
import { useTexts } from '../../lib/i18n.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Decided } from './decided-submissions.tsx';
import { decidedSubmissionsQuery, type Tribe } from './path-api.ts';

interface RemovedSubmissionProps {
  tribe: Tribe;
  id: string;
  onContinue: () => void;
}

/**
 * In place of a submission that has left the queue while it was in view: the decision and who made it, if there is one.
 * It has no keys, so that one pressed for that submission does not decide the next.
 */
export function RemovedSubmission({ tribe, id, onContinue }: RemovedSubmissionProps) {
  const { t } = useTexts('challenges');
  const me = useMe();
  const { data, isFetching } = useInfiniteQuery(decidedSubmissionsQuery(tribe.id));
  const decided = data?.pages.flatMap((page) => page.items).find((each) => each.id === id);
  const isLoading = !decided && isFetching;
  const reason = !decided ? 'removedUnknown' : decided.decidedBy?.id === me?.id ? 'removedByYou' : 'removedByOther';
  return (
    <Card as="article" tabIndex={-1} aria-labelledby="gone" className="grid grid-cols-1 gap-4 p-4 outline-none sm:p-5">
      <div role="alert" className="grid gap-1">
        <h3 id="gone" className="font-semibold">
          {t('challenges.review.gone')}
        </h3>
        {!isLoading && <p className="text-fg-muted">{t(`challenges.review.${reason}`)}</p>}
      </div>
      {isLoading && (
        <Loading>
          <Skeleton className="h-32 w-full rounded-lg" />
        </Loading>
      )}
      {decided && (
        <ul>
          <Decided tribe={tribe} submission={decided} />
        </ul>
      )}
      <Button variant="primary" className="justify-self-start" onClick={onContinue}>
        {t('challenges.review.goOn')}
      </Button>
    </Card>
  );
}
