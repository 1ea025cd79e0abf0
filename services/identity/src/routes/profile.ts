import { anyone, type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import {
  Avatar,
  AvatarForm,
  EmojiAvatar,
  PhotoOrder,
  PhotoParams,
  Photos,
  PhotosForm,
  ProfileChange,
  PublicProfile,
} from '../../api/profile.ts';
import { User, UserParams } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { addPhotos, changeAvatar, deletePhoto, orderPhotos } from '../profile-pictures.ts';
import { editProfile } from '../profiles.ts';
import { readPublicProfile } from '../public-profile.ts';

export function profileRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/auth/me',
    {
      guards: [signedIn],
      operationId: 'editProfile',
      summary: "Change the user's profile",
      body: ProfileChange,
      answer: User,
    },
    ({ actor, body }) => editProfile(deps, actor, body),
  );

  routes.get(
    '/auth/public/:userId',
    {
      guards: [anyone],
      operationId: 'readPublicProfile',
      summary: 'A public profile',
      params: UserParams,
      answer: PublicProfile,
    },
    ({ params, actor }) => readPublicProfile(deps, actor, params.userId),
  );

  routes.post(
    '/auth/me/avatar',
    {
      guards: [signedIn],
      operationId: 'changeAvatar',
      summary: 'Set a picture as the avatar',
      form: AvatarForm,
      answer: Avatar,
    },
    ({ actor, req }) => changeAvatar(deps, actor, req),
  );

  routes.post(
    '/auth/persist-emoji',
    {
      guards: [signedIn],
      operationId: 'persistEmoji',
      summary: 'Set an emoji as the avatar',
      body: EmojiAvatar,
      answer: Avatar,
    },
    async ({ actor, body }) => {
      const { avatarUrl } = await editProfile(deps, actor, { avatarUrl: `emoji:${body.emoji}` });
      return { avatarUrl };
    },
  );

  photoRoutes(routes, deps);
}

function photoRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/auth/me/photos',
    {
      guards: [signedIn],
      operationId: 'addPhotos',
      summary: 'Add photos',
      form: PhotosForm,
      answer: Photos,
      status: 201,
    },
    async ({ actor, req }) => ({ photos: await addPhotos(deps, actor, req) }),
  );

  routes.put(
    '/auth/me/photos/order',
    {
      guards: [signedIn],
      operationId: 'orderPhotos',
      summary: 'Reorder the photos',
      body: PhotoOrder,
      answer: Photos,
      errors: [404],
    },
    async ({ actor, body }) => ({ photos: await orderPhotos(deps, actor, body.ids) }),
  );

  routes.delete(
    '/auth/me/photos/:id',
    { guards: [signedIn], operationId: 'deletePhoto', summary: 'Delete a photo', params: PhotoParams, answer: Ok },
    async ({ actor, params }) => {
      await deletePhoto(deps, actor, params.id);
      return done;
    },
  );
}
