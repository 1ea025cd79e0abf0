import type { ReactNode } from 'react';
import { useSession } from '../../lib/session.ts';
import { Greeting } from './greeting.tsx';
import { Landing } from './landing.tsx';

/** `/`: a greeting for members; for visitors the landing page with `feed`, the posts of hominini, below. */
export function HomePage({ feed }: { feed?: ReactNode }) {
  const { user } = useSession();
  return user ? <Greeting me={user} /> : <Landing feed={feed} />;
}
