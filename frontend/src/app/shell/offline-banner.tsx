import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../../lib/i18n.ts';

function followConnection(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineBanner() {
  const { t } = useTexts();
  const online = useSyncExternalStore(
    followConnection,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2.5 bg-honey px-4 py-2 text-center font-medium text-ground text-small">
          <WifiOff aria-hidden="true" className="size-4.5 shrink-0" />
          {t('shell.offline')}
        </p>
      )}
    </div>
  );
}
