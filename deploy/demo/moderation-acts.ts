import type { DemoWorld } from './founding-events.ts';
import { type Handle, members } from './people.ts';
import { advertisement, type DemoReport, reports, rudeComment } from './reports.ts';
import { type Act, timeOf } from './timeline.ts';
import { postPath } from './timeline-builder.ts';

/** Offending content, its reports, and the decisions. */

export function moderationActs(stage: DemoWorld): Act[] {
  return [...offendingContentActs(stage), ...reports.flatMap((report) => reportActs(stage, report))];
}

function offendingContentActs(stage: DemoWorld): Act[] {
  const { clients, now } = stage;
  const { post, by, text } = rudeComment;
  return [
    {
      at: timeOf(rudeComment.at, now),
      name: `rude:${by}`,
      play: async () => {
        const path = `${postPath(stage, 'tablero', post)}/comments`;
        const { id } = await clients.person(by).api.post<{ id: string }>(path, { content: text }, `rude:${by}`);
        clients.add(`comment:${by}`, id);
      },
    },
    {
      at: timeOf(advertisement.at, now),
      name: `advertisement:${advertisement.by}`,
      play: async () => {
        const form = new FormData();
        form.set('content', advertisement.text);
        const path = `tribes/${clients.tribe('hominini')}/posts`;
        const { api } = clients.person(advertisement.by);
        clients.add('post:relojes', (await api.postForm<{ id: string }>(path, form, 'advertisement')).id);
      },
    },
  ];
}

function reportActs(stage: DemoWorld, report: DemoReport): Act[] {
  const { clients, now } = stage;
  const { key, at, by, kind, reason, description, assigned, decision } = report;
  const fileReport = async (): Promise<void> => {
    const path = `reports/${kind === 'vibe' ? 'post' : kind}`;
    const body = { ...subjectOf(stage, report), reason, description };
    await clients.person(by).api.post(path, body, `report:${key}`);
  };
  return [
    { at: timeOf(at, now), name: `report:${key}`, play: fileReport },
    ...(assigned ? [assignmentAct(stage, report, assigned)] : []),
    ...(decision ? decisionActs(stage, report, decision) : []),
  ];
}

/** Returns the fields of a report that identify its object. */
function subjectOf({ clients }: DemoWorld, { about, kind, tribe }: DemoReport): object {
  if (kind === 'tribe') return { tribeId: clients.tribe(tribe) };
  if (kind === 'person') {
    const handle = members.find((member) => about === `person:${member}`);
    if (!handle) throw new Error(`${about} is not a person of the demo`);
    return { userId: clients.person(handle).id, tribeId: clients.tribe(tribe) };
  }
  const id = clients.created(about);
  if (kind === 'comment') return { commentId: id };
  if (kind === 'media') return { mediaId: id };
  return kind === 'chat' ? { messageId: id } : { postId: id };
}

/** Returns the id of the open case about the object of a report, from the queue of its tribe. */
async function findCase({ clients }: DemoWorld, by: Handle, { tribe, about }: DemoReport): Promise<string> {
  const path = `tribes/${clients.tribe(tribe)}/reports`;
  const { items } = await clients.person(by).api.get<{ items: { id: string; objectId: string }[] }>(path);
  const found = items.find(({ objectId }) => objectId === clients.created(about));
  if (!found) throw new Error(`no open case about ${about}`);
  return found.id;
}

function assignmentAct(
  stage: DemoWorld,
  report: DemoReport,
  { at, by, note }: NonNullable<DemoReport['assigned']>,
): Act {
  const name = `assign:${report.key}`;
  const play = async (): Promise<void> => {
    const id = await findCase(stage, by, report);
    const { api } = stage.clients.person(by);
    await api.post(`reports/${id}/assignment`, { assigned: true }, name);
    await api.post(`reports/${id}/notes`, { text: note }, `note:${name}`);
  };
  return { at: timeOf(at, stage.now), name, play };
}

function decisionActs(
  stage: DemoWorld,
  report: DemoReport,
  { at, by, appeal, ...decision }: NonNullable<DemoReport['decision']>,
): Act[] {
  const { clients, now } = stage;
  const { key } = report;
  const decide = async (): Promise<void> => {
    const id = await findCase(stage, by, report);
    await clients.person(by).api.post(`reports/${id}/resolve`, decision, `decide:${key}`);
    clients.add(`case:${key}`, id);
  };
  const acts: Act[] = [{ at: timeOf(at, now), name: `decide:${key}`, play: decide }];
  if (!appeal) return acts;
  const play = async (): Promise<void> => {
    const path = `reports/decisions/${clients.created(`case:${key}`)}/appeal`;
    await clients.person(appeal.by).api.post(path, { text: appeal.text }, `appeal:${key}`);
  };
  return [...acts, { at: timeOf(appeal.at, now), name: `objection:${key}`, play }];
}
