import { UserFeed } from '../features/posts/user-feed.tsx';
import { ProfilePage } from '../features/profile/profile-page.tsx';

/** The viewer's own profile with their posts. */
export const ProfileScreen = () => <ProfilePage posts={(shared) => <UserFeed {...shared} />} />;
