import { ProgressCard } from '../features/levels/progress-card.tsx';
import { TribeFeed } from '../features/posts/tribe-feed.tsx';
import { TribePage } from '../features/tribes/tribe-page.tsx';

/** A tribe's page with what other features know of the tribe. */
export const TribeScreen = () => (
  <TribePage
    feed={(tribeId, level) => <TribeFeed tribeId={tribeId} level={level} />}
    progress={(tribeId) => <ProgressCard tribeId={tribeId} />}
  />
);
