import { loginBody, type Member, pick, type Town } from './crowd.ts';
import type { Ask } from './load.ts';

/** Requests of one kind, and what they should reach on two cores shared with their generator. */
export interface Scene {
  name: string;
  title: string;
  atLeast?: number;
  p99?: number;
  /** The next request; called for each. */
  ask(town: Town, index: number): Ask;
}

const jsonType = { 'content-type': 'application/json' };

const by = (member: Member): Record<string, string> => ({ authorization: member.authorization });

function read(path: string, member?: Member): Ask {
  return { method: 'GET', path: `/api${path}`, ...(member && { headers: by(member) }) };
}

function write(path: string, member: Member, body: object): Ask {
  const headers = { ...by(member), ...jsonType };
  return { method: 'POST', path: `/api${path}`, headers, body: JSON.stringify(body) };
}

/** A form as browsers write it. */
function form(path: string, member: Member, fields: Record<string, string>): Ask {
  const boundary = 'a-boundary-of-the-benchmark';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = { ...by(member), 'content-type': `multipart/form-data; boundary=${boundary}` };
  return { method: 'POST', path: `/api${path}`, headers, body: `${parts.join('')}--${boundary}--\r\n` };
}

const memberAt = (town: Town, index: number): Member => pick(town.members, index);
const feedOf = (town: Town): string => `/tribes/${town.tribeId}/posts?limit=20`;

export const feed: Scene = {
  name: 'feed',
  title: 'feed page of 20, logged in',
  atLeast: 800,
  p99: 150,
  ask: (town, index) => read(feedOf(town), memberAt(town, index)),
};

export const login: Scene = {
  name: 'login',
  title: 'login (argon2id, 19 MiB, t=2)',
  atLeast: 15,
  ask: (town, index) => ({
    method: 'POST',
    path: '/api/auth/login',
    headers: jsonType,
    body: loginBody(memberAt(town, index)),
  }),
};

/** What is read before what is written, so that nothing is measured on the heap of what came before. */
export const scenes: readonly Scene[] = [
  feed,
  { name: 'feed-visitor', title: 'feed page of 20, as a visitor', ask: () => read('/public/hominini/posts?limit=20') },
  {
    name: 'post',
    title: 'a single post',
    ask: (town, index) => read(`/tribes/${town.tribeId}/posts/${pick(town.posts, index).id}`, memberAt(town, index)),
  },
  {
    name: 'comments',
    title: '20 comments',
    ask: (town, index) =>
      read(`/tribes/${town.tribeId}/posts/${town.discussed.id}/comments?limit=20`, memberAt(town, index)),
  },
  {
    name: 'like',
    title: 'like',
    atLeast: 900,
    // Every pair of a person and a post comes before one comes back, and takes its like back.
    ask: (town, index) =>
      write(
        `/tribes/${town.tribeId}/posts/${pick(town.posts, index).id}/reactions`,
        memberAt(town, index + 3 * Math.floor(index / town.posts.length)),
        { type: 'like' },
      ),
  },
  {
    name: 'new-comment',
    title: 'new comment',
    atLeast: 400,
    ask: (town, index) =>
      write(`/tribes/${town.tribeId}/posts/${pick(town.posts, index).id}/comments`, memberAt(town, index), {
        content: `Un comentario más, el ${index}`,
      }),
  },
  {
    name: 'new-post',
    title: 'new post',
    atLeast: 300,
    ask: (town, index) =>
      form(`/tribes/${town.tribeId}/posts`, memberAt(town, index), { content: `Una entrada más, la ${index}` }),
  },
  {
    name: 'chat',
    title: 'chat message',
    atLeast: 800,
    ask: (town, index) =>
      write(`/tribes/${town.tribeId}/chat`, memberAt(town, index), { content: `Hola por vez ${index}` }),
  },
  {
    name: 'message',
    title: 'direct message',
    ask: (town, index) =>
      write('/messages', memberAt(town, index), {
        toUserId: memberAt(town, index + 1).id,
        tribeId: town.tribeId,
        content: `Para ti, ${index}`,
      }),
  },
  {
    name: 'vibe-reaction',
    title: 'reaction to a vibe',
    ask: (town, index) => write(`/vibes/${town.vibeId}/reactions`, memberAt(town, index), { emoji: '✨' }),
  },
];
