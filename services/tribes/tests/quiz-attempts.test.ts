import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { lastSubmissions, quizPauseMs } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { setUpLevels } from './level-bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const right = { answers: [1, 0, 2] };
const wrong = { answers: [0, 1, 0] };

test('the newest twenty failed attempts of each person at each quiz are stored', async () => {
  const { ana, leo, tribeId, addQuiz, submit } = await setUpLevels(bench);
  const [quiz, other] = [await addQuiz(), await addQuiz()];
  const idsOf = async (userId: string, challengeId: string) => {
    const rows = await bench.sql(
      'select id from submissions where tribe_id = $1 and user_id = $2 and challenge_id = $3 order by id',
      [tribeId, userId, challengeId],
    );
    return rows.map((row) => (row as { id: string }).id);
  };
  await submit(leo, quiz, wrong);
  await submit(ana, other, wrong);
  const attempts: string[] = [];
  for (let number = 0; number < lastSubmissions + 2; number += 1) {
    attempts.push((await submit(ana, quiz, wrong)).body.submission.id);
    bench.clock.advance(quizPauseMs);
  }
  expect(await idsOf(ana.id, quiz)).toEqual(attempts.slice(2));
  expect(await idsOf(leo.id, quiz)).toHaveLength(1);
  expect(await idsOf(ana.id, other)).toHaveLength(1);

  const { submission } = (await submit(ana, quiz, right)).body;
  expect(submission.status).toBe('approved');
  expect(await idsOf(ana.id, quiz)).toEqual([...attempts.slice(2), submission.id]);
});
