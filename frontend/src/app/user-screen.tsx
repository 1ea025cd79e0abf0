import { UserFeed } from '../features/posts/user-feed.tsx';
import { UserPage } from '../features/profile/user-page.tsx';

/** Somebody's profile with what they shared. */
export const UserScreen = () => <UserPage posts={(shared) => <UserFeed {...shared} />} />;
