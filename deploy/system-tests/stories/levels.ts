import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Person } from '../people.ts';
import { png } from '../pictures.ts';
import type { SharedSystem } from '../test-system.ts';

/** Levels, challenges and their review. */
export function levelStories(system: () => SharedSystem): void {
  async function climbers() {
    const [ana, beto] = await Promise.all([system().newcomer('ana'), system().newcomer('beto')]);
    const { id } = await ana.createTribe(`Cordada ${ana.id}`);
    await beto.join(id);
    const levels: { id: string }[] = (await ana.read(`/tribes/${id}/config`)).levels;
    const add = async (order: number, challenge: object): Promise<string> =>
      (await ana.post(`/tribes/${id}/levels/${levels[order - 1]?.id}/challenges`, challenge)).body.id;
    return { ana, beto, tribeId: Number(id), add };
  }

  const pointsIn = async (person: Person, tribeId: number): Promise<number> => {
    const { items } = await person.read('/gamification/me/by-tribe');
    return items.find((item: { tribeId: number }) => item.tribeId === tribeId).points;
  };

  test('a quiz is graded at once without sending its key, and unlocks content', async () => {
    const { ana, beto, tribeId, add } = await climbers();
    const questions = [
      { prompt: '¿Qué nudo?', choices: ['As de guía', 'Lazo'] },
      { prompt: '¿Qué cumbre?', choices: ['La baja', 'La alta', 'Ninguna'] },
    ];
    const quiz = await add(2, { type: 'quiz', title: 'Nudos', answerKey: { answers: [0, 1] }, data: { questions } });
    await ana.publish(tribeId, { content: 'Para quien ya sabe', minLevelOrder: 2 });
    const shown = await beto.read(`/tribes/${tribeId}/config`);
    expect(shown.levels[1].challenges).toMatchObject([{ id: quiz, data: { questions } }]);
    expect(JSON.stringify(shown)).not.toContain('answerKey');
    expect((await beto.read(`/tribes/${tribeId}/posts`)).items).toEqual([]);

    const submit = (answers: number[]) => beto.post(`/tribes/${tribeId}/challenges/${quiz}/submit`, { answers });
    const failed = await submit([1, 1]);
    expect(failed.body).toMatchObject({ levelTo: null, submission: { status: 'rejected', score: 50, wrong: [0] } });
    const soon = await submit([0, 1]);
    expect([soon.status, soon.body.code]).toEqual([429, 'quiz_pause']);
    expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(0);
    const wrongKey = await ana.post(`/tribes/${tribeId}/levels/${shown.levels[1].id}/challenges`, {
      type: 'quiz',
      title: 'Sin clave',
    });
    expect([wrongKey.status, wrongKey.body.error]).toEqual([400, 'CSV must contain numbers']);

    // Another quiz, to avoid the wait of a minute.
    await ana.delete(`/tribes/${tribeId}/challenges/${quiz}`);
    const next = await add(2, { type: 'quiz', title: 'Cuerdas', answerKey: { answers: [4] } });
    const passed = await beto.post(`/tribes/${tribeId}/challenges/${next}/submit`, { answers: [4] });
    expect(passed.body).toMatchObject({ levelTo: 2, submission: { status: 'approved', score: 100 } });
    await system().settled();
    const reads = async () => (await beto.read(`/tribes/${tribeId}/posts`)).items.length === 1;
    await until(reads, 'the post of level 2 is read');
    expect(await beto.notifications()).toMatchObject([{ type: 'level_up_result', data: { levelTo: 2, tribeId } }]);
    expect(await pointsIn(beto, tribeId)).toBe(10);
  });

  test('an owner orders levels and challenges, except a level that a member has reached', async () => {
    const { ana, beto, tribeId, add } = await climbers();
    const quiz = await add(2, { type: 'quiz', title: 'Cuerdas', answerKey: { answers: [4] } });
    for (const title of ['Hielo', 'Roca']) await add(4, { type: 'manual', title });
    await beto.post(`/tribes/${tribeId}/challenges/${quiz}/submit`, { answers: [4] });
    const config = async (): Promise<{
      levels: { id: string; name: string; challenges: { id: string; title: string }[] }[];
    }> => beto.read(`/tribes/${tribeId}/config`);
    const [one, two, three, four, five] = (await config()).levels.map(({ id }) => id);
    const order = (ids: unknown[]) => ana.put(`/tribes/${tribeId}/levels/order`, { ids });
    const refused = await order([one, three, two, four, five]);
    expect([refused.status, refused.body.code]).toEqual([409, 'level_reached']);
    expect((await beto.put(`/tribes/${tribeId}/levels/order`, { ids: [one, two, five, three, four] })).status).toBe(
      403,
    );
    expect((await order([one, two, five, four, three])).status).toBe(200);
    const [ice, rock] = (await config()).levels[3]?.challenges ?? [];
    const challenges = { ids: [rock?.id, ice?.id] };
    expect((await ana.put(`/tribes/${tribeId}/levels/${four}/challenges/order`, challenges)).status).toBe(200);
    const { levels } = await config();
    expect(levels.map(({ name }) => name)).toEqual(['Principiante', 'Junior', 'Guru', 'Master', 'Senior']);
    expect(levels[3]?.challenges.map(({ title }) => title)).toEqual(['Roca', 'Hielo']);
    // At once, before any event of the post is handled.
    await ana.publish(tribeId, { content: 'Para la cumbre', minLevelOrder: 3 });
    const deleted = await ana.delete(`/tribes/${tribeId}/levels/${five}`);
    expect([deleted.status, deleted.body.code]).toEqual([409, 'level_reached']);
  });

  test('a PDF submitted to a challenge can be downloaded by its reviewer, under its name, and by nobody else', async () => {
    const { ana, beto, tribeId, add } = await climbers();
    const manual = await add(2, { type: 'manual', title: 'El plan', prompt: 'Escribe la ruta' });
    const send = (bytes: Uint8Array | string) => {
      const form = new FormData();
      form.append('file', new Blob([bytes]), 'ruta de junio.pdf');
      return beto.post(`/tribes/${tribeId}/challenges/${manual}/submit/file`, form);
    };
    const zip = await send(new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0]));
    expect([zip.status, zip.body.code]).toEqual([415, 'document_type_refused']);
    const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n';
    expect((await send(pdf)).status).toBe(200);
    const [waiting] = (await ana.read(`/tribes/${tribeId}/submissions/pending`)).items;
    expect(waiting).toMatchObject({
      imageUrl: null,
      file: { name: 'ruta de junio.pdf', contentType: 'application/pdf', sizeBytes: pdf.length },
    });
    const { visitor } = system();
    const saved = await visitor.fetch(waiting.file.url);
    expect(await saved.text()).toBe(pdf);
    const headers = ['content-type', 'content-disposition', 'x-content-type-options', 'cache-control'];
    expect(headers.map((name) => saved.headers.get(name))).toEqual([
      'application/pdf',
      'attachment',
      'nosniff',
      'private, max-age=30, must-revalidate',
    ]);
    const unsigned = waiting.file.url.replace(/&(exp|sig)=[^&]*/g, '');
    expect((await visitor.fetch(unsigned)).status).toBe(403);
  });

  test('a reverted decision about a submission reverts all its effects', async () => {
    const { ana, beto, tribeId, add } = await climbers();
    const manual = await add(2, { type: 'manual', title: 'La subida', prompt: 'Sube y haz una foto' });
    const form = new FormData();
    form.append('text', 'Desde arriba');
    form.append('hint', 'Al fondo, el refugio');
    form.append('file', new Blob([Buffer.from(await png(300, 200))]), 'cumbre.png');
    const sent = await beto.post(`/tribes/${tribeId}/challenges/${manual}/submit/file`, form);
    expect([sent.status, sent.body.submission.status]).toEqual([200, 'pending']);
    await system().settled();
    expect(await ana.notifications()).toMatchObject([
      { type: 'submissions_waiting', data: { tribeId, tribeName: `Cordada ${ana.id}`, waiting: 1 } },
    ]);
    const [waiting] = (await ana.read(`/tribes/${tribeId}/submissions/pending`)).items;
    expect(waiting).toMatchObject({ user: { id: beto.id, name: beto.name }, text: 'Desde arriba' });
    const { visitor } = system();
    expect((await visitor.fetch(waiting.imageUrl)).headers.get('content-type')).toBe('image/webp');
    const unsigned = waiting.imageUrl.replace(/&(exp|sig)=[^&]*/g, '');
    expect((await visitor.fetch(unsigned)).status).toBe(403);

    const review = (body: object) => ana.post(`/tribes/${tribeId}/submissions/${waiting.id}/review`, body);
    const reviews = await Promise.all([review({ action: 'approve', score: 80 }), review({ action: 'reject' })]);
    expect(reviews.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await ana.post(`/tribes/${tribeId}/submissions/${waiting.id}/reopen`);
    expect((await review({ action: 'approve', score: 80, note: 'Qué vista' })).status).toBe(200);
    await system().settled();
    expect(await ana.notifications()).toEqual([]);
    expect(await pointsIn(beto, tribeId)).toBe(10);
    const types = (await beto.notifications()).map(({ type }) => type);
    expect(types.toSorted()).toEqual(['level_up_result', 'submission_result']);
    const { member, lastSubs } = await beto.read(`/tribes/${tribeId}/progress`);
    expect([member.levelOrder, lastSubs[0].note]).toEqual([2, 'Qué vista']);

    await ana.post(`/tribes/${tribeId}/submissions/${waiting.id}/reopen`);
    await system().settled();
    expect(await pointsIn(beto, tribeId)).toBe(0);
    expect((await beto.read(`/tribes/${tribeId}/progress`)).member.levelOrder).toBe(1);
    expect(await beto.notifications()).toEqual([]);
  });

  test('deleting a tribe revokes the points earned in it and the level they gave, and no points of other tribes', async () => {
    const { ana, beto, tribeId, add } = await climbers();
    const { levels } = await ana.read(`/tribes/${tribeId}/config`);
    expect((await ana.put(`/tribes/${tribeId}/levels/${levels[1].id}`, { rewardPoints: 100 })).status).toBe(200);
    const quiz = await add(2, { type: 'quiz', title: 'Cuerdas', answerKey: { answers: [4] } });
    await beto.post(`/tribes/${tribeId}/challenges/${quiz}/submit`, { answers: [4] });
    const lasting = await ana.createTribe(`Campamento ${ana.id}`);
    await beto.join(lasting.id);
    for (const id of [tribeId, lasting.id]) await beto.publish(id, { content: 'Llegué' });
    await ana.publish(tribeId, { content: 'Bienvenido' });
    await system().settled();
    const total = async (person: Person) => {
      const { points, level } = await person.read('/gamification/me');
      return { points, level };
    };
    expect([await total(beto), await total(ana)]).toEqual([
      { points: 110, level: 2 },
      { points: 5, level: 1 },
    ]);

    expect((await ana.delete(`/tribes/${tribeId}`)).status).toBe(200);
    await until(async () => (await total(beto)).points === 5, 'the points of the tribe are revoked');
    await system().settled();
    expect([await total(beto), await total(ana)]).toEqual([
      { points: 5, level: 1 },
      { points: 0, level: 1 },
    ]);
    const linesOf = async (person: Person) => {
      const { items } = await person.read('/gamification/me/ledger');
      return items.map((line: { tribeId: number; cause: string; points: number }) => [
        line.tribeId,
        line.cause,
        line.points,
      ]);
    };
    expect((await linesOf(beto))[0]).toEqual([tribeId, 'tribe_removed', -105]);
    expect((await linesOf(beto)).sort()).toEqual(
      [
        [lasting.id, 'post', 5],
        [tribeId, 'challenge', 100],
        [tribeId, 'post', 5],
        [tribeId, 'tribe_removed', -105],
      ].sort(),
    );
    expect(await linesOf(ana)).toEqual([
      [tribeId, 'tribe_removed', -5],
      [tribeId, 'post', 5],
    ]);
    expect(await pointsIn(beto, lasting.id)).toBe(5);
  });
}
