import type { DemoWorld } from './founding-events.ts';
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
  const { key, at, by, about, kind, reason, description, decision } = report;
  const fileReport = async (): Promise<void> => {
    const subject = kind === 'post' ? { postId: clients.created(about) } : { commentId: clients.created(about) };
    await clients.person(by).api.post(`reports/${kind}`, { ...subject, reason, description }, `report:${key}`);
  };
  return [
    { at: timeOf(at, now), name: `report:${key}`, play: fileReport },
    ...(decision ? decisionActs(stage, report, decision) : []),
  ];
}

function decisionActs(
  { clients, now }: DemoWorld,
  { key, tribe, about }: DemoReport,
  { at, by, appeal, ...decision }: NonNullable<DemoReport['decision']>,
): Act[] {
  const decide = async (): Promise<void> => {
    const { api } = clients.person(by);
    const path = `tribes/${clients.tribe(tribe)}/reports`;
    const { items } = await api.get<{ items: { id: string; objectId: string }[] }>(path);
    const found = items.find(({ objectId }) => objectId === clients.created(about));
    if (!found) throw new Error(`no open case about ${about}`);
    await api.post(`reports/${found.id}/resolve`, decision, `decide:${key}`);
    clients.add(`case:${key}`, found.id);
  };
  const acts: Act[] = [{ at: timeOf(at, now), name: `decide:${key}`, play: decide }];
  if (!appeal) return acts;
  const play = async (): Promise<void> => {
    const path = `reports/decisions/${clients.created(`case:${key}`)}/appeal`;
    await clients.person(appeal.by).api.post(path, { text: appeal.text }, `appeal:${key}`);
  };
  return [...acts, { at: timeOf(appeal.at, now), name: `objection:${key}`, play }];
}
