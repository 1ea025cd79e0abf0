import { LevelsPart } from '../features/levels/levels-part.tsx';
import { WaitingPosts } from '../features/posts/waiting-posts.tsx';
import { isMember } from '../features/tribes/tribe-parts.ts';
import type { Schema } from '../lib/contract.ts';

/** The levels of a tribe, and for its members the number of posts at higher levels. */
export const LevelsScreen = ({ tribe }: { tribe: Schema<'Tribe'> }) => (
  <LevelsPart tribe={tribe} waiting={isMember(tribe) && <WaitingPosts tribeId={tribe.id} />} />
);
