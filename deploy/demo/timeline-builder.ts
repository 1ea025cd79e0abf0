import { directConversations } from './direct.ts';
import type { DemoWorld } from './founding-events.ts';
import { type Handle, members } from './people.ts';
import { randomFrom } from './pictures/random.ts';
import type { Picture } from './pictures.ts';
import type { StoryComment, StoryMessage, StoryPost, StoryReply, StoryVibe, TribeStory } from './story.ts';
import { type Act, spanOf, timeOf } from './timeline.ts';
import { membersOf, ownerOf, type TribeKey } from './tribes.ts';

/** Turns a tribe's story into acts: each post, comment, like, tap and message at its time, by its author. */

const minute = 60_000;
/** Likes come in two waves after a post. */
const waves = [14 * minute, 70 * minute];
const afterComment = 9 * minute;
const afterMessage = 6 * minute;

export function contentActs(stage: DemoWorld, { tribe, posts, vibes, chat }: TribeStory): Act[] {
  return [
    ...posts.flatMap((post) => postActs(stage, tribe, post)),
    ...vibes.flatMap((vibe) => vibeActs(stage, tribe, vibe)),
    ...chatActs(stage, tribe, chat),
  ];
}

/** Returns a random selection of the members, always the same for the same word. */
export function crowd(word: string, tribe: TribeKey, except: Handle, count: number): Handle[] {
  const random = randomFrom(`crowd ${word}`);
  const others = membersOf(tribe, members).filter((member) => member !== except);
  if (count > others.length) throw new Error(`${word} needs ${count} of ${others.length} people`);
  const drawn = others.map((member) => ({ member, lot: random.next() })).sort((one, two) => one.lot - two.lot);
  return drawn.slice(0, count).map(({ member }) => member);
}

function postActs(stage: DemoWorld, tribe: TribeKey, post: StoryPost): Act[] {
  const at = timeOf(post.at, stage.now);
  const { key, by, likes = 0, dislikes = 0, comments = [] } = post;
  const reactors = crowd(key, tribe, by, likes + dislikes);
  return [
    publish(stage, tribe, post),
    ...(post.pinned ? [marking(stage, tribe, post, 'pin')] : []),
    ...(post.announced ? [marking(stage, tribe, post, 'announce')] : []),
    ...reactors.map((reactor, index) =>
      react(stage, {
        at: at + (waves[index % waves.length] ?? 0),
        by: reactor,
        about: `post:${key}`,
        path: () => `${postPath(stage, tribe, key)}/reactions`,
        type: index < likes ? 'like' : 'dislike',
      }),
    ),
    ...comments.flatMap((comment, index) => commentActs(stage, { tribe, post, at, index }, comment)),
  ];
}

function publish(stage: DemoWorld, tribe: TribeKey, post: StoryPost): Act {
  const fields = { content: post.text, tags: post.tags ?? [], place: post.place, minLevel: post.minLevel };
  return upload(stage, { tribe, key: post.key, by: post.by, at: post.at, fields, pictures: post.pictures ?? [] });
}

const marks = {
  pin: { path: 'pin', body: { pinned: true } },
  announce: { path: 'announcement', body: { announced: true } },
} as const;

/** Pins or announces a post as the owner, a minute after its publication. */
function marking(stage: DemoWorld, tribe: TribeKey, { key, at }: StoryPost, mark: keyof typeof marks): Act {
  const { path, body } = marks[mark];
  const play = async (): Promise<void> => {
    await stage.clients.person(ownerOf(tribe)).api.put(`${postPath(stage, tribe, key)}/${path}`, body);
  };
  return { at: timeOf(at, stage.now) + minute, name: `${mark}:${key}`, play };
}

interface Upload {
  tribe: TribeKey;
  key: string;
  by: Handle;
  at: string;
  fields: { content: string; tags: readonly string[]; place?: string; kind?: string; minLevel?: number };
  pictures: readonly Picture[];
}

function upload({ clients, pictureWorker, now }: DemoWorld, { tribe, key, by, at, fields, pictures }: Upload): Act {
  const play = async (): Promise<void> => {
    const form = new FormData();
    form.set('content', fields.content);
    for (const tag of fields.tags) form.append('tags', tag);
    if (fields.place) form.set('place', fields.place);
    if (fields.kind) form.set('kind', fields.kind);
    if (fields.minLevel) form.set('minLevelOrder', String(fields.minLevel));
    for (const picture of pictures) {
      form.append(
        'images',
        new Blob([await pictureWorker.take(picture)], { type: 'image/jpeg' }),
        `${picture.seed}.jpg`,
      );
    }
    const path = `tribes/${clients.tribe(tribe)}/posts`;
    const { id } = await clients.person(by).api.postForm<{ id: string }>(path, form, `post:${key}`);
    clients.add(`post:${key}`, id);
  };
  return { at: timeOf(at, now), name: `post:${key}`, play, pictures };
}

interface Thread {
  tribe: TribeKey;
  post: StoryPost;
  /** Publication time of the post. */
  at: number;
  /** Index of the comment within the post. */
  index: number;
}

function commentActs(stage: DemoWorld, thread: Thread, comment: StoryComment): Act[] {
  const name = `comment:${thread.post.key}:${thread.index}`;
  return [
    ...replyActs(stage, thread, comment, { name }),
    ...comment.replies.flatMap((reply, index) =>
      replyActs(stage, thread, reply, { name: `${name}:${index}`, parent: name }),
    ),
  ];
}

function replyActs(
  stage: DemoWorld,
  thread: Thread,
  remark: StoryReply,
  { name, parent }: { name: string; parent?: string },
): Act[] {
  const { clients } = stage;
  const { tribe, post } = thread;
  const at = thread.at + spanOf(remark.after);
  const path = () => `${postPath(stage, tribe, post.key)}/comments`;
  const play = async (): Promise<void> => {
    const body = { content: remark.text, parentId: parent ? clients.created(parent) : null };
    const { id } = await clients.person(remark.by).api.post<{ id: string }>(path(), body, name);
    clients.add(name, id);
  };
  const likers = crowd(name, tribe, remark.by, remark.likes);
  return [
    { at, name, play },
    ...likers.map((by) =>
      react(stage, {
        at: at + afterComment,
        by,
        about: name,
        path: () => `${path()}/${clients.created(name)}/reactions`,
        type: 'like',
      }),
    ),
  ];
}

interface Feeling {
  at: number;
  by: Handle;
  about: string;
  path: () => string;
  type: 'like' | 'dislike';
}

function react({ clients }: DemoWorld, { at, by, about, path, type }: Feeling): Act {
  const play = async () => {
    await clients.person(by).api.post(path(), { type }, `${type}:${about}`);
  };
  return { at, name: `${type}:${about}:${by}`, play };
}

function vibeActs(stage: DemoWorld, tribe: TribeKey, vibe: StoryVibe): Act[] {
  const { clients, now } = stage;
  const { key, by, at, text, mood, picture } = vibe;
  const fields = { kind: 'story', content: text, tags: [mood, 'vibe'] };
  const taps = (emoji: string, count: number, delay: number): Act[] =>
    crowd(`${key} ${emoji}`, tribe, by, count).map((tapper) => ({
      at: timeOf(at, now) + delay,
      name: `tap:${key}:${tapper}:${delay}`,
      play: async () => {
        const path = `vibes/${clients.created(`post:${key}`)}/reactions`;
        await clients.person(tapper).api.post(path, { emoji }, `tap:${key}:${delay}`);
      },
    }));
  return [
    upload(stage, { tribe, key, by, at, fields, pictures: [picture] }),
    ...taps('✨', vibe.sparkles, 5 * minute),
    ...taps('❤️', vibe.hearts, 40 * minute),
  ];
}

function chatActs(stage: DemoWorld, tribe: TribeKey, chat: readonly StoryMessage[]): Act[] {
  const { clients, now } = stage;
  const path = () => `tribes/${clients.tribe(tribe)}/chat`;
  return chat.flatMap((message, index) => {
    const name = `chat:${tribe}:${index}`;
    const at = timeOf(message.at, now);
    const play = async (): Promise<void> => {
      const parentId = message.answers === undefined ? null : clients.created(`chat:${tribe}:${message.answers}`);
      const { id } = await clients
        .person(message.by)
        .api.post<{ id: string }>(path(), { content: message.text, parentId }, name);
      clients.add(name, id);
    };
    const likers = crowd(name, tribe, message.by, message.likes ?? 0);
    return [
      { at, name, play },
      ...likers.map((by) =>
        react(stage, {
          at: at + afterMessage,
          by,
          about: name,
          path: () => `${path()}/${clients.created(name)}/reaction`,
          type: 'like',
        }),
      ),
    ];
  });
}

export function directMessages({ clients, now }: DemoWorld): Act[] {
  return directConversations.flatMap(({ tribe, lines }, talk) =>
    lines.map(({ at, from, to, text }, line) => ({
      at: timeOf(at, now),
      name: `direct:${talk}:${line}`,
      play: async () => {
        const message = { toUserId: clients.person(to).id, tribeId: clients.tribe(tribe), content: text };
        await clients.person(from).api.post('messages', message, `direct:${talk}:${line}`);
      },
    })),
  );
}

export const postPath = ({ clients }: DemoWorld, tribe: TribeKey, key: string): string =>
  `tribes/${clients.tribe(tribe)}/posts/${clients.created(`post:${key}`)}`;
