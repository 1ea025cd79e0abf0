import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { preloadScreen } from './app/router.tsx';
import { cleanServiceWorkers } from './app/shell/clean-service-workers.ts';
import { startI18n } from './lib/i18n.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// The texts and the first screen come side by side; the first render then needs no waiting state.
void Promise.all([startI18n(), preloadScreen(location.pathname)]).then(() => {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
void cleanServiceWorkers();
