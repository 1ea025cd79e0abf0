import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Bench } from './bench.ts';

export const marker = 'secreto-del-reto';

/** A tribe with two members, and functions to act on its levels. */
export async function setUpLevels(bench: Bench) {
  const [owner, ana, leo] = [person(), person(), person()];
  const tribeId = await bench.createTribe(owner);
  await bench.join(tribeId, ana, leo);
  const as = (actor: Actor) => bench.service.as(actor);
  const path = (rest: string) => `/tribes/${tribeId}/${rest}`;
  const config = async (actor: Actor = owner) => (await as(actor).get(path('config'))).body;
  const levelIds: string[] = (await config()).levels.map(({ id }: { id: string }) => id);
  const levelOf = (order: number) => levelIds[order - 1] ?? '';
  const add = async (order: number, challenge: object): Promise<string> => {
    const { status, body } = await as(owner).post(path(`levels/${levelOf(order)}/challenges`), challenge);
    if (status !== 201) throw new Error(`not added: ${JSON.stringify(body)}`);
    return body.id;
  };
  return {
    tribeId,
    owner,
    ana,
    leo,
    as,
    path,
    config,
    levelOf,
    addQuiz: (order = 2, more: object = {}) =>
      add(order, { type: 'quiz', title: 'Las brasas', answerKey: { answers: [1, 0, 2] }, ...more }),
    addManual: (order = 2, more: object = {}) => add(order, { type: 'manual', title: 'Enciende', ...more }),
    submit: (actor: Actor, challengeId: string, body: unknown, headers = {}) =>
      as(actor).post(path(`challenges/${challengeId}/submit`), body, headers),
    review: (actor: Actor, submissionId: string, body: object) =>
      as(actor).post(path(`submissions/${submissionId}/review`), body),
    reopen: (actor: Actor, submissionId: string) => as(actor).post(path(`submissions/${submissionId}/reopen`)),
    progress: async (actor: Actor) => (await as(actor).get(path('progress'))).body,
    levelOrderOf: async (actor: Actor): Promise<number> =>
      (await bench.rpc.getMemberships({ userId: actor.id, tribeIds: [tribeId] })).memberships[0]?.levelOrder ?? 0,
    pending: async (query = '') => (await as(owner).get(path(`submissions/pending${query}`))).body,
    decided: async (query = '') => (await as(owner).get(path(`submissions/decided${query}`))).body,
  };
}
