import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { ErrorBoundary } from '../lib/error-boundary.tsx';
import { useTexts } from '../lib/i18n.ts';
import { ChunkLoadError } from '../lib/load-chunk.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';

interface ErrorPageProps {
  error: unknown;
  /** page: instead of everything; screen: inside the shell, which has the `main`; over: above the screen behind. */
  extent: 'page' | 'screen' | 'over';
  onRetry: () => void;
  /** Closes the modal over the screen behind. */
  onClose?: (() => void) | undefined;
}

interface CrashBoundaryProps extends Pick<ErrorPageProps, 'extent' | 'onClose'> {
  /** Renders the children again after a crash when it changes. */
  resetKey?: string;
  children: ReactNode;
}

/** Shows an error page for uncaught errors, instead of an empty screen. */
export function CrashBoundary({ extent, onClose, resetKey, children }: CrashBoundaryProps) {
  return (
    <ErrorBoundary
      resetKey={resetKey}
      fallback={(error, retry) => <ErrorPage error={error} extent={extent} onRetry={retry} onClose={onClose} />}
    >
      {children}
    </ErrorBoundary>
  );
}

const FRAME_CLASSES = {
  page: 'min-h-dvh bg-(image:--firelight)',
  screen: 'min-h-[70dvh] bg-(image:--firelight)',
  over: 'fixed inset-0 z-50 bg-ground',
};

function ErrorPage({ error, extent, onRetry, onClose }: ErrorPageProps) {
  const { t } = useTexts();
  const Frame = extent === 'page' ? 'main' : 'div';
  return (
    <Frame role="alert" className={cx('grid place-items-center p-6', FRAME_CLASSES[extent])}>
      <div className="grid max-w-lg gap-5">
        {error instanceof ChunkLoadError ? <NotLoaded error={error} onRetry={onRetry} /> : <Crash error={error} />}
        {onClose && (
          <div>
            <Button variant="ghost" onClick={onClose}>
              {t('ui.close')}
            </Button>
          </div>
        )}
      </div>
    </Frame>
  );
}

/** The screen's code failed to load: offline it can be retried, otherwise the page is reloaded. */
function NotLoaded({ error: { kind }, onRetry }: { error: ChunkLoadError; onRetry: () => void }) {
  const { t } = useTexts();
  const offline = kind === 'offline';
  return (
    <>
      {offline && <WifiOff aria-hidden="true" className="size-9 text-fg-faint" />}
      <h1 className="font-extrabold text-heading">{t(`crash.${kind}Title`)}</h1>
      <p className="text-fg-muted">{t(`crash.${kind}Text`)}</p>
      <div>
        <Button variant="primary" onClick={offline ? onRetry : () => location.reload()}>
          {t(offline ? 'ui.retry' : 'crash.reload')}
        </Button>
      </div>
    </>
  );
}

function Crash({ error }: { error: unknown }) {
  const { t } = useTexts();
  const message = error instanceof Error && error.message ? error.message : t('crash.unexpected');
  return (
    <>
      <h1 className="font-extrabold text-heading">{t('crash.title')}</h1>
      <p className="prose-safe rounded-md bg-sunken px-4 py-3 font-medium">{message}</p>
      <p className="text-fg-muted">{t('crash.text')}</p>
      <div>
        <Button variant="primary" onClick={() => location.reload()}>
          {t('crash.reload')}
        </Button>
      </div>
    </>
  );
}
