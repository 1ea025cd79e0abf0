import { heartbeatSeconds } from '@limits/identity';
import { useEffect } from 'react';
import { http } from '../../lib/http.ts';
import { useSession } from '../../lib/session.ts';

/** Sends heartbeats while a person is signed in and the page is visible. */
export function useHeartbeat(): void {
  const { token } = useSession();
  useEffect(() => (token ? sendHeartbeats() : undefined), [token]);
}

const heartbeatMs = heartbeatSeconds * 1_000;

/**
 * Sends heartbeats while the page is visible, and one at once when it becomes visible after a pause: the browser slows
 * the timers of a hidden page. Returns a function that ends it.
 */
function sendHeartbeats(): () => void {
  let sentAt = 0;
  const send = () => {
    if (document.visibilityState !== 'visible') return;
    sentAt = Date.now();
    // A lost heartbeat only makes presence less exact for a minute.
    http.post('/user/heartbeat').catch(() => undefined);
  };
  const sendOverdue = () => {
    if (Date.now() - sentAt >= heartbeatMs) send();
  };
  send();
  const timer = setInterval(send, heartbeatMs);
  document.addEventListener('visibilitychange', sendOverdue);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', sendOverdue);
  };
}
