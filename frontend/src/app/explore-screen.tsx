import { ExplorePage } from '../features/explore/explore-page.tsx';
import { JoinButton } from '../features/tribes/join-button.tsx';

/** The search, whose suggested tribes can be joined in place. */
export const ExploreScreen = () => (
  <ExplorePage join={(tribe) => <JoinButton tribe={tribe} size="sm" variant="quiet" />} />
);
