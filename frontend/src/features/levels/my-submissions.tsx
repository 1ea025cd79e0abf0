import { useTexts } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { ClampedText } from '../../ui/clamped-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { AttachedFile } from './attached-file.tsx';
import { AttachedPicture } from './attached-picture.tsx';
import type { Submission } from './path-api.ts';
import { StatePill, stateOf } from './state-pill.tsx';

/** The viewer's newest submissions and their outcomes. */
export function MySubmissions({ submissions }: { submissions: readonly Submission[] }) {
  const { t } = useTexts('challenges');
  return (
    <section aria-labelledby="my-submissions" className="grid grid-cols-1 gap-3">
      <h2 id="my-submissions" className="font-bold text-title">
        {t('challenges.mine')}
      </h2>
      {submissions.length === 0 && <p className="text-fg-muted">{t('challenges.mineNone')}</p>}
      <ul className="grid grid-cols-1 gap-2">
        {submissions.map((submission) => (
          <Card as="li" key={submission.id} className="grid grid-cols-1 gap-1.5 p-3.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 grow font-semibold text-small">{submission.challenge.title}</span>
              <StatePill state={stateOf(submission)} />
              {submission.score !== null && (
                <span className="tabular text-caption text-fg-muted">
                  {t('challenges.result', { score: submission.score, max: submission.maxScore })}
                </span>
              )}
              <RelativeTime value={submission.createdAt} className="text-caption text-fg-muted" />
            </div>
            {submission.text && (
              <p className="text-fg-muted text-small">
                <ClampedText text={submission.text} clamp="line-clamp-2" />
              </p>
            )}
            {submission.imageUrl && (
              <AttachedPicture src={submission.imageUrl} lqip={submission.imageLqip} className="h-24 w-32" />
            )}
            {submission.file && <AttachedFile file={submission.file} />}
            {submission.attachmentLost && <p className="text-fg-muted text-small">{t('challenges.attachmentLost')}</p>}
            {submission.note && <p className="border-ember border-l-2 pl-3 prose-safe text-small">{submission.note}</p>}
          </Card>
        ))}
      </ul>
    </section>
  );
}
