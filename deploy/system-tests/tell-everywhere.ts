import { type Answer, Person } from './people.ts';
import { png } from './pictures.ts';
import type { TestSystem } from './test-system.ts';

const hominini = 38;

/** Who told, and a friend with a tribe and a post in it. */
interface Telling {
  teller: Person;
  friend: Person;
  tribeId: number;
  postId: string;
}

/** What was said must have been taken. */
async function done(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer;
  if (status > 201) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function sendPicture(person: Person, path: string, field: string): Promise<void> {
  const form = new FormData();
  form.append(field, new Blob([Buffer.from(await png(300, 300))]), 'foto.png');
  await done(person.post(path, form));
}

/** An answer to a challenge, which was reviewed. */
async function submit(teller: Person, friend: Person, tribeId: number, word: string): Promise<void> {
  const { levels } = await friend.read(`/tribes/${tribeId}/config`);
  const path = `/tribes/${tribeId}/levels/${levels[1].id}/challenges`;
  const { id } = (await friend.post(path, { type: 'manual', title: 'Cuéntalo' })).body;
  const sent = await teller.post(`/tribes/${tribeId}/challenges/${id}/submit`, { text: `reto ${word}`, hint: word });
  const review = `/tribes/${tribeId}/submissions/${sent.body.submission.id}/review`;
  await done(friend.post(review, { action: 'approve' }));
}

/** Somebody who says the same word wherever one can say something; their own address and name have it, too. */
export async function tellEverywhere(system: TestSystem, word: string): Promise<Telling> {
  const teller = await Person.register(system.system.url, `${word}@tribus.test`);
  const friend = await system.newcomer('amiga');
  const tribe = await friend.createTribe(`Abierta ${friend.id}`);
  await teller.join(tribe.id);
  const fields = { name: word, bio: word, about: word, gustos: word, favoriteSong: word, favoriteMovie: word };
  const more = { educacion: word, sexo: word, horoscopo: word, languages: [word], atraccion: word };
  await done(teller.put('/auth/me', { ...fields, ...more }));
  await sendPicture(teller, '/auth/me/avatar', 'avatar');
  await sendPicture(teller, '/auth/me/photos', 'photos');
  const key = { 'idempotency-key': crypto.randomUUID() };
  await done(teller.post('/tasks', { title: word, description: word, status: 'todo' }, key));
  await teller.post('/contact', { name: word, email: teller.email, subject: 'other', message: `Hola, soy ${word}` });
  await teller.publish(hominini, { content: word, tags: word.slice(0, 20), pictures: [await png(200, 200)] });
  const { id } = await friend.publish(tribe.id, { content: 'de la amiga' });
  const post = `/tribes/${tribe.id}/posts/${id}`;
  const comment = await teller.post(`${post}/comments`, { content: word }, key);
  await friend.post(`${post}/comments`, { content: 'respuesta', parentId: comment.body.id });
  await teller.post(`${post}/reactions`, { type: 'like' });
  await submit(teller, friend, tribe.id, word);
  await teller.post(`/auth/users/${friend.id}/follow`);
  await friend.post(`/auth/users/${teller.id}/follow`);
  await teller.post('/messages', { toUserId: friend.id, tribeId: tribe.id, content: 'esto queda para la amiga' });
  // A wrong password first: it is noted in several places.
  await system.visitor.post('/auth/login', { email: teller.email, password: 'no es' });
  await system.settled();
  return { teller, friend, tribeId: tribe.id, postId: id };
}
