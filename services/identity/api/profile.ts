import { File, Time } from '@tribus/kit/http/schemas.ts';
import { line, lines, truncate } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import {
  aboutMax,
  bioMax,
  educationMax,
  heightMaxCm,
  heightMinCm,
  interestsMax,
  languagesMax,
  nameMax,
  photosMax,
  profileValueMax,
  profileVisibilityDefaults,
  valueSeparator,
} from '../limits.ts';

/** Profile fields, their visibility and pictures (specification 1, sections 3 and 5). */

/** Text truncated to its maximum length; null when empty. */
const truncatedTo = (max: number) =>
  lines()
    .max(20_000)
    .transform((text) => truncate(text.trim(), max).trim() || null)
    .nullable();

const Value = line().max(profileValueMax);

/** One value; the option lists are in the frontend. */
const OneValue = Value.transform((text) => text || null).nullable();

/** Distinct values joined with ' | '; values beyond the count are dropped. */
const joined = (count: number) =>
  line()
    .max(4_000)
    .transform((text) => unique(text.split('|').map((value) => value.trim())).slice(0, count))
    .pipe(z.array(Value))
    .transform((values) => values.join(valueSeparator) || null)
    .nullable();

const unique = (values: readonly string[]): string[] => [...new Set(values.filter(Boolean))];

const isOneEmoji = /^\p{RGI_Emoji}$/v;

/** Exactly one emoji, completed with the variation selector for colour when it is missing. */
const Emoji = z
  .string('emoji_invalid')
  .max(40, 'emoji_invalid')
  .transform((text) => (isOneEmoji.test(text) ? text : `${text}\ufe0f`))
  .pipe(z.string().regex(isOneEmoji, 'emoji_invalid'));

const emojiPrefix = 'emoji:';

const AvatarChange = z
  .string('emoji_invalid')
  .max(60, 'emoji_invalid')
  .startsWith(emojiPrefix, 'emoji_invalid')
  .transform((url) => url.slice(emojiPrefix.length))
  .pipe(Emoji)
  .transform((emoji) => `${emojiPrefix}${emoji}`);

export type VisibilityKey = keyof typeof profileVisibilityDefaults;
export const visibilityKeys = Object.keys(profileVisibilityDefaults) as VisibilityKey[];

const visibility = Object.fromEntries(visibilityKeys.map((key) => [key, z.boolean()])) as Record<
  VisibilityKey,
  z.ZodBoolean
>;

/** By field, whether others see it. */
export const ProfileVisibility = z.object(visibility).meta({ id: 'ProfileVisibility' });
export type ProfileVisibility = z.output<typeof ProfileVisibility>;

/** PUT auth/me: absent fields stay, null and empty text clear them; all other fields are ignored. */
export const ProfileChange = z
  .object({
    name: line().min(1).max(nameMax),
    avatarUrl: AvatarChange.nullable().meta({
      type: ['string', 'null'],
      description: '`emoji:{char}` sets an emoji, null removes the avatar',
    }),
    bio: truncatedTo(bioMax),
    about: truncatedTo(aboutMax),
    gustos: joined(interestsMax),
    educacion: joined(educationMax),
    favoriteSong: OneValue,
    favoriteMovie: OneValue,
    mobileUsage: OneValue,
    languages: z
      .array(Value)
      .max(1_000)
      .transform((values) => unique(values).slice(0, languagesMax)),
    sexo: OneValue,
    alturaCm: z.int().min(heightMinCm).max(heightMaxCm).nullable(),
    horoscopo: OneValue,
    estadoCivil: OneValue,
    buscaAventura: OneValue,
    atraccion: OneValue,
    profileVisibility: ProfileVisibility.partial(),
  })
  .partial();
export type ProfileChange = z.output<typeof ProfileChange>;

const text = z.string().nullable();

/** Profile fields; null when empty. */
export const Profile = z.object({
  bio: text,
  about: text,
  gustos: text.meta({ description: "Interests, joined with ' | '" }),
  educacion: text.meta({ description: "One or two, joined with ' | '" }),
  favoriteSong: text,
  favoriteMovie: text,
  mobileUsage: text,
  languages: z.array(z.string()),
  sexo: text,
  alturaCm: z.int().nullable(),
  horoscopo: text,
  estadoCivil: text,
  buscaAventura: text,
  atraccion: text,
});
export type Profile = z.output<typeof Profile>;

/** A photo in its sizes. */
export const Photo = z
  .object({
    id: z.string(),
    position: z.int().meta({ description: '1 and up' }),
    url: z.string(),
    variants: z.object({ square: z.string(), medium: z.string(), large: z.string() }),
    lqip: z.string().nullable().meta({ description: 'A tiny data URI to show until the picture has loaded' }),
  })
  .meta({ id: 'Photo' });
export type Photo = z.output<typeof Photo>;

/** POST auth/me/avatar: one picture, in the field `avatar`. */
export const AvatarForm = z.object({ avatar: File });
export const Avatar = z.object({ avatarUrl: z.string().nullable() }).meta({ id: 'Avatar' });
export type Avatar = z.output<typeof Avatar>;

/** POST auth/persist-emoji: the bare character. */
export const EmojiAvatar = z.object({ emoji: Emoji.meta({ type: 'string' }) });

/** POST auth/me/photos: one or several pictures, in the field `photos`. */
export const PhotosForm = z.object({ photos: z.array(File).min(1).max(photosMax) });
export const Photos = z.object({ photos: z.array(Photo) });
export type Photos = z.output<typeof Photos>;

/** PUT auth/me/photos/order: the ids in their new order; unlisted photos follow. */
export const PhotoOrder = z.object({ ids: z.array(z.uuid()).max(photosMax) });

export const PhotoParams = z.object({ id: z.uuid() });

/** A tribe shown on a profile. */
export const ProfileTribe = z
  .object({
    id: z.int(),
    name: z.string(),
    normalizedName: z.string(),
    imageUrl: z.string().nullable(),
    inCommon: z.boolean().meta({ description: 'Whether the viewer is also a member' }),
  })
  .meta({ id: 'ProfileTribe' });
export type ProfileTribe = z.output<typeof ProfileTribe>;

/**
 * GET auth/public/{userId}: only what profileVisibility allows, never the email (decisions.md 2). Hidden and empty
 * fields are both absent.
 */
export const PublicProfile = z
  .object({
    id: z.string(),
    name: z.string(),
    avatarUrl: z.string().nullable(),
    isAgent: z.boolean(),
    createdAt: Time,
    followersCount: z.int(),
    followingCount: z.int(),
    ...Profile.partial().shape,
    photos: z.array(Photo).optional(),
    tribes: z
      .array(ProfileTribe)
      .optional()
      .meta({ description: 'Public tribes, and private ones with the viewer as a member; common ones first' }),
    gamification: z
      .object({ points: z.int(), level: z.int() })
      .optional()
      .meta({ description: 'Absent unless progress is visible' }),
    following: z.boolean().meta({ description: 'Whether the viewer follows them' }),
    canFollow: z.boolean(),
    canMessage: z.boolean(),
    messageTribeId: z.int().optional().meta({ description: 'The tribe in which the viewer may write to them' }),
  })
  .meta({ id: 'PublicProfile' });
export type PublicProfile = z.output<typeof PublicProfile>;
