import { RotateCw, WifiOff } from 'lucide-react';
import { isNetworkError, isNotFound, messageOf } from '../lib/http.ts';
import { useTexts } from '../lib/i18n.ts';
import { ChunkLoadError } from '../lib/load-chunk.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

interface ErrorStateProps {
  error: unknown;
  /** Shown when the server sent no message; the specification's sentence when it has one. */
  fallback?: string;
  onRetry?: () => void;
  className?: string;
}

/** An error message, with a retry button unless retrying cannot help. */
export function ErrorState({ error, fallback, onRetry, className }: ErrorStateProps) {
  const { t } = useTexts();
  const code = error instanceof ChunkLoadError ? error.kind : undefined;
  const offline = isNetworkError(error) || code === 'offline';
  const needsReload = code === 'missing' || code === 'refused';
  const text = code ? t(`crash.${code}Text`) : messageOf(error, fallback ?? t(offline ? 'ui.noAnswer' : 'ui.failed'));
  return (
    <div
      role="alert"
      className={cx('mx-auto grid max-w-md justify-items-center gap-4 px-6 py-12 text-center', className)}
    >
      {offline && <WifiOff aria-hidden="true" className="size-8 text-fg-faint" />}
      <p className="text-pretty text-fg-muted">{text}</p>
      {onRetry && !isNotFound(error) && (
        <Button icon={<RotateCw />} onClick={needsReload ? () => location.reload() : onRetry}>
          {t(needsReload ? 'crash.reload' : 'ui.retry')}
        </Button>
      )}
    </div>
  );
}
