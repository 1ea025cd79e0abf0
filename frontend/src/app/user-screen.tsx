import { UserFeed } from '../features/posts/user-feed.tsx';
import { UserPage } from '../features/profile/user-page.tsx';

/** The profile of a person with their posts. */
export const UserScreen = () => <UserPage posts={(shared) => <UserFeed {...shared} />} />;
