import { reviewNoteMax } from '@limits/tribes';
import { useFormDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useScreenKeys } from '../../lib/use-screen-keys.ts';
import { UserLink } from '../../lib/user-link.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Pill } from '../../ui/pill.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { linesLength } from '../../ui/text-length.ts';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { type ReviewProgress, useReview } from './changes-api.ts';
import type { ReviewedSubmission, Tribe } from './path-api.ts';
import { SubmissionContent } from './submission-content.tsx';

interface SubmissionReviewProps {
  tribe: Tribe;
  submission: ReviewedSubmission;
  onProgress: (progress: ReviewProgress) => void;
}

/** A submission with its score, a comment and the two decisions; `a` approves, `r` rejects. */
export function SubmissionReview({ tribe, submission, onProgress }: SubmissionReviewProps) {
  const { t } = useTexts('challenges');
  const { challenge, user, isOwn } = submission;
  return (
    <Card
      as="article"
      tabIndex={-1}
      aria-label={`${user.name}: ${challenge.title}`}
      className="flex flex-col gap-x-8 gap-y-4 p-4 outline-none sm:p-5 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start"
    >
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <header className="flex flex-wrap items-center gap-3">
          <UserLink person={user} silent className="shrink-0 rounded-full">
            <Avatar person={user} size={40} className="align-top" />
          </UserLink>
          <div className="grid min-w-0 grow leading-tight">
            <span className="truncate font-display font-semibold">
              <UserLink person={user}>{user.name}</UserLink>
            </span>
            <RelativeTime value={submission.createdAt} className="text-caption text-fg-muted" />
          </div>
          <Pill>{challenge.level.name}</Pill>
        </header>
        <SubmissionContent submission={submission} />
      </div>
      {isOwn ? (
        <p className="text-fg-muted">{t('challenges.review.own')}</p>
      ) : (
        <Decision tribe={tribe} submission={submission} onProgress={onProgress} />
      )}
    </Card>
  );
}

interface Grade {
  /** Null while the reviewer has not moved the slider, which then means the full score. */
  chosen: { score: number; maxScore: number } | null;
  note: string;
}

function Decision({ tribe, submission, onProgress }: SubmissionReviewProps) {
  const { id, challenge, maxScore, note: initialNote } = submission;
  const { t } = useTexts('challenges');
  const { draft, markSent } = useFormDraft<Grade>(`review:${id}`, { chosen: null, note: initialNote });
  const [{ chosen, note }, change] = draft;
  // The maximum may change while the submission waits.
  const score = chosen ? Math.round((chosen.score * maxScore) / chosen.maxScore) : maxScore;
  const review = useReview(tribe.id, id, onProgress);
  const { decide, deciding } = useDecide(review, { score: chosen ? score : null, note, maxScore }, markSent);
  const isTooLong = linesLength(note) > reviewNoteMax;
  const isLow = score * 100 < challenge.minScore * maxScore;
  return (
    <div className="contents lg:sticky lg:top-16 lg:grid lg:grid-cols-1 lg:gap-4">
      <label className="grid gap-1 font-medium text-small">
        {t('challenges.review.score', { score, max: maxScore })}
        <input
          type="range"
          min={0}
          max={maxScore}
          value={score}
          onChange={({ target }) =>
            change((before) => ({ ...before, chosen: { score: Number(target.value), maxScore } }))
          }
          className="h-8 w-full accent-ember"
        />
      </label>
      {isLow && (
        <p role="status" className="text-honey text-small">
          {t('challenges.review.low', { min: challenge.minScore })}
        </p>
      )}
      <Textarea
        label={t('challenges.review.note')}
        rows={2}
        limit={reviewNoteMax}
        value={note}
        onChange={({ target }) => change((before) => ({ ...before, note: target.value }))}
      />
      <div className="sticky bottom-[calc(5.75rem+env(safe-area-inset-bottom))] z-10 -mx-2 grid grid-cols-2 gap-3 rounded-lg bg-surface p-2 lg:static lg:mx-0 lg:p-0">
        <Button
          aria-keyshortcuts="r"
          disabled={isTooLong}
          loading={deciding === 'reject'}
          onClick={() => decide('reject')}
        >
          {t('challenges.review.reject')}
          <Key name="R" />
        </Button>
        <Button
          variant="primary"
          aria-keyshortcuts="a"
          disabled={isTooLong}
          loading={deciding === 'approve'}
          onClick={() => decide('approve')}
        >
          {t('challenges.review.approve')}
          <Key name="A" />
        </Button>
      </div>
    </div>
  );
}

/** The equivalent key, on devices with a keyboard. */
const Key = ({ name }: { name: string }) => (
  <span aria-hidden="true" className="ml-2 font-sans text-caption opacity-70 max-lg:hidden">
    {name}
  </span>
);

type Action = 'approve' | 'reject';

/** Decides, by a button or by its key. */
function useDecide(
  review: ReturnType<typeof useReview>,
  grade: { score: number | null; note: string; maxScore: number },
  markSent: () => void,
) {
  const { t } = useTexts('challenges');
  const { score, note, maxScore } = grade;

  function decide(action: Action): void {
    if (linesLength(note) > reviewNoteMax) return;
    // Without a score an approval gives the full one, a rejection 0.
    const scored = score !== null && (action === 'approve' || score < maxScore) ? { score } : {};
    const done = action === 'approve' ? 'challenges.review.approved' : 'challenges.review.rejected';
    review.mutate(
      { action, note, ...scored },
      {
        onSuccess: () => {
          markSent();
          toast(() => t(done), { tone: 'good' });
        },
        onError: (error) => toast(() => messageOf(error, t('challenges.review.failed')), { tone: 'bad' }),
      },
    );
  }

  useScreenKeys(({ key, repeat }) => {
    if (repeat) return;
    if (key === 'a') decide('approve');
    if (key === 'r') decide('reject');
  });

  return { decide, deciding: review.isPending ? review.variables.action : null };
}
