import { Component, type ReactNode } from 'react';
import { useTexts } from '../lib/i18n.ts';
import { Button } from '../ui/button.tsx';

interface CrashState {
  error: unknown;
  crashed: boolean;
}

/** Catches what no screen expected, so that nobody looks at an empty page. */
export class CrashBoundary extends Component<{ children: ReactNode }, CrashState> {
  override state: CrashState = { error: null, crashed: false };

  static getDerivedStateFromError(error: unknown): CrashState {
    return { error, crashed: true };
  }

  override render(): ReactNode {
    return this.state.crashed ? <ErrorPage error={this.state.error} /> : this.props.children;
  }
}

export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTexts();
  const message = error instanceof Error && error.message ? error.message : t('crash.unexpected');
  return (
    <main role="alert" className="grid min-h-dvh place-items-center bg-(image:--firelight) p-6">
      <div className="grid max-w-lg gap-5">
        <h1 className="font-extrabold text-heading">{t('crash.title')}</h1>
        <p className="prose-safe rounded-md bg-sunken px-4 py-3 font-medium">{message}</p>
        <p className="text-fg-muted">{t('crash.text')}</p>
        <div>
          <Button variant="primary" onClick={() => location.reload()}>
            {t('crash.reload')}
          </Button>
        </div>
      </div>
    </main>
  );
}
