import { homininiId } from '@limits/tribes';
import { Navigate, useParams } from 'react-router-dom';
import { ProgressCard } from '../features/levels/progress-card.tsx';
import { TribeFeed } from '../features/posts/tribe-feed.tsx';
import { TribePage } from '../features/tribes/tribe-page.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { Protected } from './protected.tsx';

/** Only hominini is read without a session, on a page of its own; a visitor of another tribe signs in first. */
export function TribeScreen() {
  const { id } = useParams();
  const { token } = useSession();
  if (!token && id === String(homininiId)) return <Navigate to={paths.hominini} replace />;
  return (
    <Protected>
      <TribePage
        feed={(tribeId, level) => <TribeFeed tribeId={tribeId} level={level} />}
        progress={(tribeId) => <ProgressCard tribeId={tribeId} />}
      />
    </Protected>
  );
}
