import { Navigate, useLocation, useParams } from 'react-router-dom';
import { ExplorePage } from '../features/explore/explore-page.tsx';
import { JoinButton } from '../features/tribes/join-button.tsx';
import { paths } from '../lib/paths.ts';

/** The search, whose suggested tribes can be joined in place. An address without a kind leads to all kinds. */
export function ExploreScreen() {
  const { type } = useParams();
  const { search } = useLocation();
  if (type === undefined) return <Navigate to={{ pathname: paths.search('top'), search }} replace />;
  return <ExplorePage join={(tribe) => <JoinButton tribe={tribe} size="sm" variant="quiet" />} />;
}
