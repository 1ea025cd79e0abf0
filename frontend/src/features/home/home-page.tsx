import type { ReactNode } from 'react';
import { useSession } from '../../lib/session.ts';
import { Greeting } from './greeting.tsx';
import { Landing } from './landing.tsx';

/** `/`: who is signed in is greeted, a visitor sees the fire and, beneath it, `feed`: what is being told in hominini. */
export function HomePage({ feed }: { feed?: ReactNode }) {
  const { user } = useSession();
  return user ? <Greeting me={user} /> : <Landing feed={feed} />;
}
