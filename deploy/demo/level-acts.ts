import { pdfOf } from './document.ts';
import type { DemoWorld } from './founding-events.ts';
import { type DemoSubmission, levels, levelsTribe, submissions } from './levels.ts';
import { type Act, timeOf } from './timeline.ts';
import { ownerOf } from './tribes.ts';

/** Acts that set up levels and challenges, and their submissions. */

const setUpAt = '-11d 09:00';

export function levelActs(stage: DemoWorld): Act[] {
  return [setUpLevels(stage), ...submissions.flatMap((submission) => submissionActs(stage, submission))];
}

/** A tribe is created with its levels; this sets their names and challenges. */
function setUpLevels({ clients, now }: DemoWorld): Act {
  const play = async (): Promise<void> => {
    const { api } = clients.person(ownerOf(levelsTribe));
    const tribe = `tribes/${clients.tribe(levelsTribe)}`;
    const { levels: blank } = await api.get<{ levels: { id: string }[] }>(`${tribe}/config`);
    for (const [index, { input, challenges }] of levels.entries()) {
      const path = `${tribe}/levels/${blank[index]?.id}`;
      await api.put(path, input);
      for (const { key, input: challenge } of challenges) {
        const name = `challenge:${key}`;
        const { id } = await api.post<{ id: string }>(`${path}/challenges`, challenge, name);
        clients.add(name, id);
      }
    }
  };
  return { at: timeOf(setUpAt, now), name: 'levels', play };
}

function submissionActs(stage: DemoWorld, submission: DemoSubmission): Act[] {
  const { clients, now } = stage;
  const { key, at, review, picture } = submission;
  const name = `submission:${key}`;
  const acts: Act[] = [
    { at: timeOf(at, now), name, play: () => submit(stage, submission, name), ...(picture && { pictures: [picture] }) },
  ];
  if (!review) return acts;
  const { at: when, ...decision } = review;
  const decide = async (): Promise<void> => {
    const path = `tribes/${clients.tribe(levelsTribe)}/submissions/${clients.created(name)}/review`;
    await clients.person(ownerOf(levelsTribe)).api.post(path, decision, `review:${key}`);
  };
  return [...acts, { at: timeOf(when, now), name: `review:${key}`, play: decide }];
}

async function submit({ clients, pictureWorker }: DemoWorld, input: DemoSubmission, name: string): Promise<void> {
  const { by, challenge, answers, text = '', hint = '', picture, document } = input;
  const { api } = clients.person(by);
  const path = `tribes/${clients.tribe(levelsTribe)}/challenges/${clients.created(`challenge:${challenge}`)}/submit`;
  const send = async (): Promise<{ submission: { id: string } }> => {
    if (!picture && !document) return api.post(path, answers ? { answers } : { text, hint }, name);
    const form = new FormData();
    form.set('text', text);
    form.set('hint', hint);
    if (picture)
      form.set('file', new Blob([await pictureWorker.take(picture)], { type: 'image/jpeg' }), `${picture.seed}.jpg`);
    if (document)
      form.set('file', new Blob([Buffer.from(pdfOf(document.lines))], { type: 'application/pdf' }), document.name);
    return api.postForm(`${path}/file`, form, name);
  };
  clients.add(name, (await send()).submission.id);
}
