import { directTalks } from './direct.ts';
import type { Stage } from './founding-events.ts';
import { type Handle, members } from './people.ts';
import { randomFrom } from './pictures/random.ts';
import type { Picture } from './pictures.ts';
import type { StoryComment, StoryMessage, StoryPost, StoryReply, StoryVibe, TribeStory } from './story.ts';
import { type Act, spanOf, timeOf } from './timeline.ts';
import { membersOf, type TribeKey } from './tribes.ts';

/** Turns a tribe's story into acts: each post, comment, like, tap and message at its time, by its author. */

const minute = 60_000;
/** Likes come in two waves after a post: those who were there, and those who looked in later. */
const waves = [14 * minute, 70 * minute];
const afterComment = 9 * minute;
const afterMessage = 6 * minute;

export function tellings(stage: Stage, { tribe, posts, vibes, chat }: TribeStory): Act[] {
  return [
    ...posts.flatMap((post) => tellPost(stage, tribe, post)),
    ...vibes.flatMap((vibe) => tellVibe(stage, tribe, vibe)),
    ...tellChat(stage, tribe, chat),
  ];
}

/** Some of those who may, always the same for the same word. */
export function crowd(word: string, tribe: TribeKey, except: Handle, count: number): Handle[] {
  const random = randomFrom(`crowd ${word}`);
  const others = membersOf(tribe, members).filter((member) => member !== except);
  if (count > others.length) throw new Error(`${word} wants ${count} of ${others.length} people`);
  const drawn = others.map((member) => ({ member, lot: random.next() })).sort((one, two) => one.lot - two.lot);
  return drawn.slice(0, count).map(({ member }) => member);
}

function tellPost(stage: Stage, tribe: TribeKey, post: StoryPost): Act[] {
  const at = timeOf(post.at, stage.now);
  const { key, by, likes = 0, dislikes = 0, comments = [] } = post;
  const readers = crowd(key, tribe, by, likes + dislikes);
  return [
    publish(stage, tribe, post),
    ...readers.map((reader, index) =>
      react(stage, {
        at: at + (waves[index % waves.length] ?? 0),
        by: reader,
        about: `post:${key}`,
        path: () => `${postPath(stage, tribe, key)}/reactions`,
        type: index < likes ? 'like' : 'dislike',
      }),
    ),
    ...comments.flatMap((comment, index) => tellComment(stage, { tribe, post, at, index }, comment)),
  ];
}

function publish(stage: Stage, tribe: TribeKey, post: StoryPost): Act {
  const fields = { content: post.text, tags: post.tags ?? [], place: post.place };
  return upload(stage, { tribe, key: post.key, by: post.by, at: post.at, fields, pictures: post.pictures ?? [] });
}

interface Upload {
  tribe: TribeKey;
  key: string;
  by: Handle;
  at: string;
  fields: { content: string; tags: readonly string[]; place?: string; kind?: string };
  pictures: readonly Picture[];
}

function upload({ cast, darkroom, now }: Stage, { tribe, key, by, at, fields, pictures }: Upload): Act {
  const play = async (): Promise<void> => {
    const form = new FormData();
    form.set('content', fields.content);
    for (const tag of fields.tags) form.append('tags', tag);
    if (fields.place) form.set('place', fields.place);
    if (fields.kind) form.set('kind', fields.kind);
    for (const picture of pictures) {
      form.append('images', new Blob([await darkroom.take(picture)], { type: 'image/jpeg' }), `${picture.seed}.jpg`);
    }
    const path = `tribes/${cast.tribe(tribe)}/posts`;
    const { id } = await cast.person(by).voice.postForm<{ id: string }>(path, form, `post:${key}`);
    cast.add(`post:${key}`, id);
  };
  return { at: timeOf(at, now), name: `post:${key}`, play, pictures };
}

interface Thread {
  tribe: TribeKey;
  post: StoryPost;
  /** When the post was published. */
  at: number;
  /** Of the comment, among the post's. */
  index: number;
}

function tellComment(stage: Stage, thread: Thread, comment: StoryComment): Act[] {
  const name = `comment:${thread.post.key}:${thread.index}`;
  return [
    ...tellRemark(stage, thread, comment, { name }),
    ...comment.replies.flatMap((reply, index) =>
      tellRemark(stage, thread, reply, { name: `${name}:${index}`, parent: name }),
    ),
  ];
}

function tellRemark(
  stage: Stage,
  thread: Thread,
  remark: StoryReply,
  { name, parent }: { name: string; parent?: string },
): Act[] {
  const { cast } = stage;
  const { tribe, post } = thread;
  const at = thread.at + spanOf(remark.after);
  const path = () => `${postPath(stage, tribe, post.key)}/comments`;
  const play = async (): Promise<void> => {
    const body = { content: remark.text, parentId: parent ? cast.made(parent) : null };
    const { id } = await cast.person(remark.by).voice.post<{ id: string }>(path(), body, name);
    cast.add(name, id);
  };
  const likers = crowd(name, tribe, remark.by, remark.likes);
  return [
    { at, name, play },
    ...likers.map((by) =>
      react(stage, {
        at: at + afterComment,
        by,
        about: name,
        path: () => `${path()}/${cast.made(name)}/reactions`,
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

function react({ cast }: Stage, { at, by, about, path, type }: Feeling): Act {
  const play = async () => {
    await cast.person(by).voice.post(path(), { type }, `${type}:${about}`);
  };
  return { at, name: `${type}:${about}:${by}`, play };
}

function tellVibe(stage: Stage, tribe: TribeKey, vibe: StoryVibe): Act[] {
  const { cast, now } = stage;
  const { key, by, at, text, mood, picture } = vibe;
  const fields = { kind: 'story', content: text, tags: [mood, 'vibe'] };
  const taps = (emoji: string, count: number, delay: number): Act[] =>
    crowd(`${key} ${emoji}`, tribe, by, count).map((tapper) => ({
      at: timeOf(at, now) + delay,
      name: `tap:${key}:${tapper}:${delay}`,
      play: async () => {
        const path = `vibes/${cast.made(`post:${key}`)}/reactions`;
        await cast.person(tapper).voice.post(path, { emoji }, `tap:${key}:${delay}`);
      },
    }));
  return [
    upload(stage, { tribe, key, by, at, fields, pictures: [picture] }),
    ...taps('✨', vibe.sparkles, 5 * minute),
    ...taps('❤️', vibe.hearts, 40 * minute),
  ];
}

function tellChat(stage: Stage, tribe: TribeKey, chat: readonly StoryMessage[]): Act[] {
  const { cast, now } = stage;
  const path = () => `tribes/${cast.tribe(tribe)}/chat`;
  return chat.flatMap((message, index) => {
    const name = `chat:${tribe}:${index}`;
    const at = timeOf(message.at, now);
    const play = async (): Promise<void> => {
      const parentId = message.answers === undefined ? null : cast.made(`chat:${tribe}:${message.answers}`);
      const { id } = await cast
        .person(message.by)
        .voice.post<{ id: string }>(path(), { content: message.text, parentId }, name);
      cast.add(name, id);
    };
    const likers = crowd(name, tribe, message.by, message.likes ?? 0);
    return [
      { at, name, play },
      ...likers.map((by) =>
        react(stage, {
          at: at + afterMessage,
          by,
          about: name,
          path: () => `${path()}/${cast.made(name)}/reaction`,
          type: 'like',
        }),
      ),
    ];
  });
}

export function directMessages({ cast, now }: Stage): Act[] {
  return directTalks.flatMap(({ tribe, lines }, talk) =>
    lines.map(({ at, from, to, text }, line) => ({
      at: timeOf(at, now),
      name: `direct:${talk}:${line}`,
      play: async () => {
        const message = { toUserId: cast.person(to).id, tribeId: cast.tribe(tribe), content: text };
        await cast.person(from).voice.post('messages', message, `direct:${talk}:${line}`);
      },
    })),
  );
}

const postPath = ({ cast }: Stage, tribe: TribeKey, key: string): string =>
  `tribes/${cast.tribe(tribe)}/posts/${cast.made(`post:${key}`)}`;
