import { bytesPerMb } from '@limits/media';
import { formatElapsed } from '../../../lib/format-elapsed.ts';
import { useFormat, useTexts } from '../../../lib/i18n.ts';
import { cx } from '../../../ui/cx.ts';
import { recordingMaxBytes, recordingMaxMs } from './recording-rules.ts';
import type { Recording } from './use-recording.ts';

/** The time and the size of a running recording, and their limits. */
export function RecordingMeter({ state, ms, bytes }: Pick<Recording, 'state' | 'ms' | 'bytes'>) {
  const { t } = useTexts('create');
  const format = useFormat();
  const isPaused = state === 'paused';
  const megabytes = Math.round((bytes / bytesPerMb) * 10) / 10;
  return (
    <div className="absolute inset-x-0 top-2 mx-auto flex w-fit flex-wrap items-center justify-center gap-x-3 rounded-full bg-[oklch(0.1_0.01_50/0.8)] px-4 py-1.5 text-small">
      <span
        aria-hidden="true"
        className={cx('size-2.5 rounded-full bg-danger-fill', !isPaused && 'motion-safe:animate-pulse')}
      />
      <span role="status">{t(isPaused ? 'create.camera.paused' : 'create.camera.recording')}</span>
      <span role="timer" aria-label={t('create.camera.elapsed')} className="tabular">
        {`${formatElapsed(ms)} / ${formatElapsed(recordingMaxMs)}`}
      </span>
      <span className="tabular text-caption">
        {t('create.camera.size', {
          size: format.number(megabytes),
          max: format.number(recordingMaxBytes / bytesPerMb),
        })}
      </span>
    </div>
  );
}
