import { type BenchData, loginBody, type Member, pick } from './bench-data.ts';
import type { LoadRequest } from './load.ts';

/** Requests of one kind with their targets on two cores shared with the generator. */
export interface Scene {
  name: string;
  title: string;
  atLeast?: number;
  p99?: number;
  /** Returns the next request; called for each. */
  request(data: BenchData, index: number): LoadRequest;
}

const jsonType = { 'content-type': 'application/json' };

const by = (member: Member): Record<string, string> => ({ authorization: member.authorization });

function read(path: string, member?: Member): LoadRequest {
  return { method: 'GET', path: `/api${path}`, ...(member && { headers: by(member) }) };
}

function write(path: string, member: Member, body: object): LoadRequest {
  const headers = { ...by(member), ...jsonType };
  return { method: 'POST', path: `/api${path}`, headers, body: JSON.stringify(body) };
}

/** A form as browsers send it. */
function form(path: string, member: Member, fields: Record<string, string>): LoadRequest {
  const boundary = 'a-boundary-of-the-benchmark';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = { ...by(member), 'content-type': `multipart/form-data; boundary=${boundary}` };
  return { method: 'POST', path: `/api${path}`, headers, body: `${parts.join('')}--${boundary}--\r\n` };
}

const memberAt = (data: BenchData, index: number): Member => pick(data.members, index);
const feedOf = (data: BenchData): string => `/tribes/${data.tribeId}/posts?limit=20`;

export const feed: Scene = {
  name: 'feed',
  title: 'feed page of 20, logged in',
  atLeast: 800,
  p99: 150,
  request: (data, index) => read(feedOf(data), memberAt(data, index)),
};

export const login: Scene = {
  name: 'login',
  title: 'login (argon2id, 19 MiB, t=2)',
  atLeast: 15,
  request: (data, index) => ({
    method: 'POST',
    path: '/api/auth/login',
    headers: jsonType,
    body: loginBody(memberAt(data, index)),
  }),
};

/** Reads come before writes, so that no read is measured on a heap filled by writes. */
export const scenes: readonly Scene[] = [
  feed,
  {
    name: 'feed-visitor',
    title: 'feed page of 20, as a visitor',
    request: () => read('/public/hominini/posts?limit=20'),
  },
  {
    name: 'post',
    title: 'a single post',
    request: (data, index) =>
      read(`/tribes/${data.tribeId}/posts/${pick(data.posts, index).id}`, memberAt(data, index)),
  },
  {
    name: 'comments',
    title: '20 comments',
    request: (data, index) =>
      read(`/tribes/${data.tribeId}/posts/${data.discussed.id}/comments?limit=20`, memberAt(data, index)),
  },
  {
    name: 'like',
    title: 'like',
    atLeast: 900,
    // Every pair of a person and a post is used once before it repeats; a repeated one removes its like.
    request: (data, index) =>
      write(
        `/tribes/${data.tribeId}/posts/${pick(data.posts, index).id}/reactions`,
        memberAt(data, index + 3 * Math.floor(index / data.posts.length)),
        { type: 'like' },
      ),
  },
  {
    name: 'new-comment',
    title: 'new comment',
    atLeast: 400,
    request: (data, index) =>
      write(`/tribes/${data.tribeId}/posts/${pick(data.posts, index).id}/comments`, memberAt(data, index), {
        content: `Un comentario más, el ${index}`,
      }),
  },
  {
    name: 'new-post',
    title: 'new post',
    atLeast: 300,
    request: (data, index) =>
      form(`/tribes/${data.tribeId}/posts`, memberAt(data, index), { content: `Una entrada más, la ${index}` }),
  },
  {
    name: 'chat',
    title: 'chat message',
    atLeast: 800,
    request: (data, index) =>
      write(`/tribes/${data.tribeId}/chat`, memberAt(data, index), { content: `Hola por vez ${index}` }),
  },
  {
    name: 'message',
    title: 'direct message',
    request: (data, index) =>
      write('/messages', memberAt(data, index), {
        toUserId: memberAt(data, index + 1).id,
        tribeId: data.tribeId,
        content: `Para ti, ${index}`,
      }),
  },
  {
    name: 'vibe-reaction',
    title: 'reaction to a vibe',
    request: (data, index) => write(`/vibes/${data.vibeId}/reactions`, memberAt(data, index), { emoji: '✨' }),
  },
];
