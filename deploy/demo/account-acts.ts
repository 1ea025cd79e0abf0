import { dayMs } from '@tribus/kit/core/durations.ts';
import { ApiError } from './api-client.ts';
import { accountOf } from './clients.ts';
import type { DemoWorld } from './founding-events.ts';
import { type Member, members, type SanctionedMember, sanctioned } from './people.ts';
import type { Picture } from './pictures.ts';
import { boards, profiles } from './profiles.ts';
import { contactMessages, sanctions } from './site-moderation.ts';
import type { TribeStory } from './story.ts';
import { type Act, timeOf } from './timeline.ts';

/** Acts of people on their own accounts: profile, tasks, sign-ins; and site moderation. */

const photosEach = 2;

export function profileActs(stage: DemoWorld, stories: readonly TribeStory[]): Act[] {
  const { clients, now } = stage;
  return members.flatMap((member) => [
    {
      at: timeOf('-14d 10:00', now),
      name: `profile:${member}`,
      play: async () => {
        await clients.person(member).api.put('auth/me', profiles[member]);
      },
    },
    ...photosOf(stage, stories, member),
  ]);
}

/** Uploads pictures that the member posts later, so that none is painted only for the profile. */
function photosOf({ clients, pictureWorker, now }: DemoWorld, stories: readonly TribeStory[], member: Member): Act[] {
  const pictures = stories
    .flatMap(({ posts }) => posts)
    .filter(({ by }) => by === member)
    .flatMap((post): readonly Picture[] => post.pictures ?? [])
    .slice(0, photosEach);
  if (pictures.length < photosEach) return [];
  const play = async (): Promise<void> => {
    const form = new FormData();
    for (const picture of pictures)
      form.append(
        'photos',
        new Blob([await pictureWorker.take(picture)], { type: 'image/jpeg' }),
        `${picture.seed}.jpg`,
      );
    await clients.person(member).api.postForm('auth/me/photos', form, 'photos');
  };
  return [{ at: timeOf('-11d 21:00', now), name: `photos:${member}`, play, pictures }];
}

export function boardActs({ clients, now }: DemoWorld): Act[] {
  return members.flatMap((member) => {
    const tasks = boards[member];
    if (!tasks) return [];
    const play = async (): Promise<void> => {
      const { api } = clients.person(member);
      for (const [index, task] of tasks.entries()) await api.post('tasks', task, `task:${index}`);
    };
    return [{ at: timeOf('-3d 07:30', now), name: `board:${member}`, play }];
  });
}

const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36';
const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** One member also signs in from two other devices, with one wrong password. */
export function signInActs({ clients, now }: DemoWorld): Act[] {
  const signIn = (at: string, name: string, userAgent: string, password = accountOf('lucia').password): Act => ({
    at: timeOf(at, now),
    name: `sign-in:lucia:${name}`,
    play: async () => {
      const account = { ...accountOf('lucia'), password };
      await clients
        .visitor(userAgent)
        .post('auth/login', account, name)
        .catch((error: unknown) => {
          if (!(error instanceof ApiError && error.status === 401)) throw error;
        });
    },
  });
  return [
    signIn('-9d 21:10', 'laptop', laptop),
    signIn('-5d 08:02', 'mistyped', phone, 'tribus-demmo'),
    signIn('-5d 08:03', 'phone', phone),
  ];
}

/** Messages to the team, and sanctions by the administrator. */
export function siteModerationActs(stage: DemoWorld): Act[] {
  const { clients, now } = stage;
  return [
    ...contactMessages.map(({ at, form }, index) => ({
      at: timeOf(at, now),
      name: `contact:${index}`,
      play: async () => {
        await clients.visitor(laptop).post('contact', form, `contact:${index}`);
      },
    })),
    {
      at: timeOf('-5d 10:00', now),
      name: 'contact-handled',
      play: async () => {
        const { api } = clients.person('admin');
        const { items } = await api.get<{ items: { id: string }[] }>('admin/contact-messages?order=oldest');
        if (items[0]) await api.put(`admin/contact-messages/${items[0].id}`, { handled: true });
      },
    },
    ...(Object.keys(sanctioned) as SanctionedMember[]).flatMap((handle) => sanctionActs(stage, handle)),
  ];
}

/** Registers a member; does nothing when the member is already suspended, because a resumed start has no acts left. */
async function arrive(clients: DemoWorld['clients'], handle: SanctionedMember): Promise<void> {
  await clients.register(handle).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 403)) throw error;
  });
}

function sanctionActs({ clients, now }: DemoWorld, handle: SanctionedMember): Act[] {
  const { kind, reason, message, at, days, appeal } = sanctions[handle];
  const endsAt = days === null ? null : new Date(now.getTime() + days * dayMs).toISOString();
  const impose = async (): Promise<void> => {
    const path = `admin/users/${clients.person(handle).id}/sanctions`;
    const body = { kind, reason, message, endsAt };
    const { id } = await clients.person('admin').api.post<{ id: string }>(path, body, `sanction:${handle}`);
    clients.add(`sanction:${handle}`, id);
  };
  const acts: Act[] = [
    { at: timeOf('-7d 15:00', now), name: `arrival:${handle}`, play: () => arrive(clients, handle) },
    { at: timeOf(at, now), name: `sanction:${handle}`, play: impose },
  ];
  if (!appeal) return acts;
  const play = async (): Promise<void> => {
    const path = `auth/me/sanctions/${clients.created(`sanction:${handle}`)}/appeal`;
    await clients.person(handle).api.post(path, { text: appeal.text }, 'appeal');
  };
  return [...acts, { at: timeOf(appeal.at, now), name: `appeal:${handle}`, play }];
}
