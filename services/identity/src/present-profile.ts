import type { Subject } from '@tribus/community/user-presenter.ts';
import type { Tribe } from '@tribus/proto/tribes/v1/service.ts';
import type { Photo, ProfileTribe, ProfileVisibility, PublicProfile } from '../api/profile.ts';
import type { Deps } from './deps.ts';
import { profileOf } from './profile-fields.ts';
import type { StoredPhoto } from './store/tables.ts';
import type { Account } from './store/users.ts';

/** Maps an account to the input of the people presenter. */
export const subjectOf = (account: Account): Subject => ({
  ...account,
  avatarUrl: account.avatarUrl ?? '',
  isDeleted: false,
});

/** Presents photos for a viewer who may see them now: their URLs expire. */
export function presentPhotos({ ctx, urls }: Pick<Deps, 'ctx' | 'urls'>, photos: readonly StoredPhoto[]): Photo[] {
  const now = ctx.clock.now();
  return photos.map(({ id, key, squareKey, mediumKey, lqip }, index) => {
    const url = urls.signedUrl(key, now);
    const variants = { square: urls.signedUrl(squareKey, now), medium: urls.signedUrl(mediumKey, now), large: url };
    return { id, position: index + 1, url, variants, lqip: lqip || null };
  });
}

/**
 * Returns the fields visible to others. Hidden and empty fields are both omitted, so that they cannot be distinguished.
 */
export function presentShownProfile(
  deps: Pick<Deps, 'ctx' | 'urls'>,
  account: Account,
  visibility: ProfileVisibility,
): Partial<PublicProfile> {
  const photos = presentPhotos(deps, account.photos);
  const isShown = ([key, value]: [string, unknown]): boolean =>
    visibility[key as keyof ProfileVisibility] && value !== null && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries({ ...profileOf(account), photos }).filter(isShown));
}

export const presentTribe = ({ id, name, normalizedName, imageUrl }: Tribe, inCommon: boolean): ProfileTribe => ({
  id,
  name,
  normalizedName,
  imageUrl: imageUrl || null,
  inCommon,
});
