import { altMax } from '@limits/content';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import type { Sending } from '../../lib/post-sending.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { type CreateKind, captionLimitOf, type Problem, type StepName } from './fields.ts';
import { revealField } from './reveal-field.ts';
import type { Baking } from './use-baking.ts';
import type { Videos } from './use-videos.ts';
import { RestartUnusable, WaitingForVideos } from './video-sending.tsx';

interface ActionsProps {
  kind: CreateKind;
  problem: Problem | null;
  around: { before?: StepName; after?: StepName };
  /** The pictures or the recordings of an earlier visit are being read. */
  loading: boolean;
  sending: Sending;
  baking: Baking;
  videos: Videos;
  onGo: (to: StepName) => void;
  onPublish: () => void;
}

/** Back and next, with the reason why next does not go on and a way to its cause; in the last step publish, with its progress. */
export function Actions(props: ActionsProps) {
  const { kind, problem, around, loading, sending, baking, videos, onGo, onPublish } = props;
  const { before, after } = around;
  const { t } = useTexts('create', 'members', 'video');
  const { error, share } = sending;
  const busy = sending.busy || baking.busy;
  const cancel = () => (baking.busy ? baking.cancel() : sending.cancel());
  // Not disabled, and readable: a press leads to the field that is missing.
  const blocked = problem && !busy ? ({ 'aria-disabled': true, variant: 'quiet' } as const) : {};
  const reveal = (missing: Problem) => revealField(missing) || onGo('content');
  const texts: Record<Problem, string> = {
    tribe: t('create.chooseTribe'),
    media: t('create.needsMedia'),
    clip: t('video.needsOne'),
    mood: t('create.needsMood'),
    upload: t('video.notUploaded'),
    link: t('video.linkPending'),
    empty: t('create.needsContent'),
    length: t('create.tooLong', { max: captionLimitOf(kind) }),
    altLength: t('create.alts.tooLong', { max: altMax }),
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      {share !== null && <ProgressBar value={share} label={t('posts.uploading')} />}
      {sending.busy && share === null && <WaitingForVideos videos={videos} />}
      <RestartUnusable error={busy ? null : error} videos={videos} />
      {baking.failed && <FormError>{t('create.filter.failed')}</FormError>}
      {error && !busy && !baking.failed && <FormError>{messageOf(error, t('posts.publishFailed'))}</FormError>}
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3">
        {busy ? (
          <Button variant="ghost" onClick={cancel} className="-ml-5">
            {t('ui.cancel')}
          </Button>
        ) : (
          <Button variant="ghost" disabled={!before} onClick={() => before && onGo(before)} className="-ml-5">
            {t('create.back')}
          </Button>
        )}
        <Reason text={problem && texts[problem]} />
        {after ? (
          <Button
            variant="primary"
            {...blocked}
            aria-describedby="create-problem"
            onClick={() => (problem ? reveal(problem) : onGo(after))}
          >
            {problem === 'mood' ? t('create.chooseMood') : t('create.next')}
          </Button>
        ) : (
          <Button
            variant="primary"
            loading={busy}
            disabled={loading}
            {...blocked}
            aria-describedby="create-problem"
            onClick={() => (problem ? reveal(problem) : onPublish())}
          >
            {t('posts.publish')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Above the buttons; on a phone held sideways between them, as the low window has no line to spare. */
function Reason({ text }: { text: string | null }) {
  return (
    <p
      id="create-problem"
      role="status"
      className="order-first basis-full text-fg-muted text-small empty:hidden sideways:order-none sideways:grow sideways:basis-0 sideways:text-end"
    >
      {text}
    </p>
  );
}
