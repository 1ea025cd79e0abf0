import type { Person } from '@tribus/community/person.ts';
import type { TribeMedia } from '../api/tribe-media.ts';
import { type Access, mayDeleteMedia } from './access.ts';
import type { Deps } from './deps.ts';
import { visibilityOfMedia } from './picture-access.ts';
import { presentPicture } from './present.ts';
import type { StoredMedia } from './store/tribe-media.ts';

/** Pictures of one tribe for the viewer, without those of uploaders who are not shown to them. */
export async function presentMedia(deps: Deps, access: Access, media: readonly StoredMedia[]): Promise<TribeMedia[]> {
  const uploaders = await deps.directory.presentUsersIn(
    access.viewer,
    access.membership.tribe.id,
    media.map(({ uploaderId }) => uploaderId),
  );
  return media.flatMap((each) => {
    const uploader = uploaders.get(each.uploaderId);
    return uploader ? [presentMediaOf(deps, access, each, uploader)] : [];
  });
}

/** A picture with its presented uploader. */
export const presentMediaOf = (deps: Deps, access: Access, media: StoredMedia, user: Person): TribeMedia => ({
  ...presentPicture(deps, media.picture, isPublic(access, media), media.pictureVersion),
  id: media.id,
  caption: media.caption,
  user,
  createdAt: media.createdAt.toISOString(),
  hidden: media.hiddenCause,
  canDelete: mayDeleteMedia(access, media),
});

const isPublic = ({ membership }: Access, media: StoredMedia): boolean =>
  membership.tribe.picturesPublic && media.pictureConfirmed && visibilityOfMedia(media) === 'public';
