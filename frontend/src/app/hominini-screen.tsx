import { HomininiFeed } from '../features/posts/hominini-feed.tsx';
import { HomininiPage } from '../features/tribes/tribe-page.tsx';

export const HomininiScreen = () => <HomininiPage feed={<HomininiFeed />} />;
