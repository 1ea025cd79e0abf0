import { Person, type TestResponse } from './people.ts';
import { png } from './pictures.ts';
import type { TestSystem } from './test-system.ts';

const hominini = 38;

/** An author with the same text in every field, and a friend with a tribe and a post in it. */
interface MarkedAuthor {
  author: Person;
  friend: Person;
  tribeId: number;
  postId: string;
}

/** Returns the body of a response; throws unless it is a success. */
export async function succeeded(response: Promise<TestResponse>): Promise<TestResponse['body']> {
  const { status, body } = await response;
  if (status > 201) throw new Error(`returned ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function sendPicture(person: Person, path: string, field: string): Promise<void> {
  const form = new FormData();
  form.append(field, new Blob([Buffer.from(await png(300, 300))]), 'foto.png');
  await succeeded(person.post(path, form));
}

/** Submits an answer to a challenge, which the friend approves. */
async function submit(author: Person, friend: Person, tribeId: number, text: string): Promise<void> {
  const { levels } = await friend.read(`/tribes/${tribeId}/config`);
  const path = `/tribes/${tribeId}/levels/${levels[1].id}/challenges`;
  const { id } = (await friend.post(path, { type: 'manual', title: 'Cuéntalo' })).body;
  const sent = await author.post(`/tribes/${tribeId}/challenges/${id}/submit`, { text: `reto ${text}`, hint: text });
  const review = `/tribes/${tribeId}/submissions/${sent.body.submission.id}/review`;
  await succeeded(friend.post(review, { action: 'approve' }));
}

/**
 * Registers an author and writes the same text into every field that accepts text; their address and name contain it,
 * too.
 */
export async function createMarkedAuthor(system: TestSystem, text: string): Promise<MarkedAuthor> {
  const author = await Person.register(system.system.url, `${text}@tribus.test`);
  const friend = await system.newcomer('amiga');
  const tribe = await friend.createTribe(`Abierta ${friend.id}`);
  await author.join(tribe.id);
  const fields = { name: text, bio: text, about: text, gustos: text, favoriteSong: text, favoriteMovie: text };
  const more = { educacion: text, sexo: text, horoscopo: text, languages: [text], atraccion: text };
  const rest = { mobileUsage: text, estadoCivil: text, buscaAventura: text };
  await succeeded(author.put('/auth/me', { ...fields, ...more, ...rest }));
  await sendPicture(author, '/auth/me/avatar', 'avatar');
  await sendPicture(author, '/auth/me/photos', 'photos');
  const key = { 'idempotency-key': crypto.randomUUID() };
  await succeeded(author.post('/tasks', { title: text, description: text, status: 'todo' }, key));
  await author.post('/contact', { name: text, email: author.email, subject: 'other', message: `Hola, soy ${text}` });
  await author.publish(hominini, { content: text, tags: text.slice(0, 20), pictures: [await png(200, 200)] });
  const draft = await author.publish(tribe.id, { content: `antes ${text}` });
  await succeeded(author.put(`/tribes/${tribe.id}/posts/${draft.id}`, { content: `después ${text}` }));
  const { id } = await friend.publish(tribe.id, { content: 'de la amiga' });
  const post = `/tribes/${tribe.id}/posts/${id}`;
  const comment = await author.post(`${post}/comments`, { content: text }, key);
  await friend.post(`${post}/comments`, { content: 'respuesta', parentId: comment.body.id });
  await author.post(`${post}/reactions`, { type: 'like' });
  await submit(author, friend, tribe.id, text);
  await author.post(`/auth/users/${friend.id}/follow`);
  await friend.post(`/auth/users/${author.id}/follow`);
  await author.post('/messages', { toUserId: friend.id, tribeId: tribe.id, content: 'esto queda para la amiga' });
  // A failed sign-in, which several tables record.
  await system.visitor.post('/auth/login', { email: author.email, password: 'no es' });
  await system.settled();
  return { author, friend, tribeId: tribe.id, postId: id };
}
