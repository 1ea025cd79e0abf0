/** The worker for push messages; the only one that is kept. */
const PUSH_WORKER = '/push-worker.js';

/** Unregisters every other service worker: an old cache would serve an old app. */
export async function cleanServiceWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  const otherWorkers = registrations.filter(({ active, waiting, installing }) => {
    const script = (active ?? waiting ?? installing)?.scriptURL;
    return !script || new URL(script).pathname !== PUSH_WORKER;
  });
  await Promise.all(otherWorkers.map((registration) => registration.unregister()));
}
