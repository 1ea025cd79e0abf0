import './ui/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { preloadScreen } from './app/router.tsx';
import { cleanServiceWorkers } from './app/shell/clean-service-workers.ts';
import { reloadOnce } from './lib/build.ts';
import { followFirstView, startI18n } from './lib/i18n.ts';
import { logCaughtError } from './lib/log-caught-error.ts';
import { followSystemTheme } from './lib/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// Loaded while the app starts: earlier they would delay the code, later they would change the text while it is read.
for (const family of ['Bricolage Grotesque Variable', 'Figtree Variable']) void document.fonts.load(`1em "${family}"`);

// The texts and the first screen load in parallel; the first render then needs no waiting state. A screen that fails to
// load is requested again by the rendering, which has an error page for it.
const texts = startI18n();
const screen = preloadScreen(location.pathname).catch(() => undefined);
Promise.all([texts, screen])
  .then(followFirstView)
  .then(() => {
    const app = (
      <StrictMode>
        <App />
      </StrictMode>
    );
    // As a transition it is rendered in slices, between which the browser handles scrolling and taps.
    startTransition(() => createRoot(root, { onCaughtError: logCaughtError }).render(app));
  }, startAgain);

/** Without its texts the app cannot show anything: it restarts at once for a new build, else with the connection. */
function startAgain(): void {
  if (reloadOnce()) return;
  window.addEventListener('online', () => window.location.reload(), { once: true });
}

followSystemTheme();
void cleanServiceWorkers();
