import { UserFeed } from '../features/posts/user-feed.tsx';
import { ProfilePage } from '../features/profile/profile-page.tsx';

/** One's own profile with what one shared. */
export const ProfileScreen = () => <ProfilePage posts={(shared) => <UserFeed {...shared} />} />;
