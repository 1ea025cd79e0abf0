import { answers } from './admission.ts';
import type { DemoClients } from './clients.ts';
import { agent, follows, type Handle, type Member, members } from './people.ts';
import type { PictureWorker } from './picture-worker.ts';
import type { Picture } from './pictures.ts';
import { type Act, timeOf } from './timeline.ts';
import { type DemoTribe, demoTribes, homininiCover, type TribeKey } from './tribes.ts';

/** Registrations, new tribes, memberships and follows. */

const perArrival = 4;
const minute = 60_000;

/** Context of all acts. */
export interface DemoWorld {
  clients: DemoClients;
  pictureWorker: Pick<PictureWorker, 'take'>;
  now: Date;
}

/** Everybody registers within the first morning. */
export function arrivals({ clients, now }: DemoWorld): Act[] {
  return members.map((member, index) => ({
    at: timeOf('-14d 08:00', now) + Math.floor(index / perArrival) * 25 * minute,
    name: `arrival:${member}`,
    play: () => clients.register(member),
  }));
}

export function foundations(stage: DemoWorld): Act[] {
  const hominini = { key: 'hominini', by: 'admin', cover: homininiCover, at: timeOf('-13d 08:30', stage.now) } as const;
  return [
    uploadCover(stage, hominini),
    ...demoTribes.flatMap((tribe, index) => {
      const { key, owner, cover } = tribe;
      const at = timeOf('-13d 09:00', stage.now) + index * 35 * minute;
      return [foundingActs(stage, tribe, at), uploadCover(stage, { key, by: owner, cover, at: at + minute })];
    }),
  ];
}

function foundingActs({ clients }: DemoWorld, tribe: DemoTribe, at: number): Act {
  const play = async (): Promise<void> => {
    const { key, name, description, tags, isPrivate, requiresApproval } = tribe;
    const body = { name, description, tags, isPrivate, requiresApproval };
    const { id } = await clients.person(tribe.owner).api.post<{ id: number }>('tribes', body, `tribe:${key}`);
    clients.addTribe(key, id);
  };
  return { at, name: `tribe:${tribe.key}`, play };
}

interface CoverUpload {
  key: TribeKey;
  by: Handle;
  cover: Picture;
  at: number;
}

/** Uploads the cover of a tribe. */
function uploadCover({ clients, pictureWorker }: DemoWorld, { key, by, cover, at }: CoverUpload): Act {
  const play = async (): Promise<void> => {
    const form = new FormData();
    form.set('image', new Blob([await pictureWorker.take(cover)], { type: 'image/jpeg' }), `${cover.seed}.jpg`);
    await clients.person(by).api.postForm(`tribes/${clients.tribe(key)}/banner`, form, `cover:${key}`);
  };
  return { at, name: `cover:${key}`, play, pictures: [cover] };
}

/** Joins of open tribes; requests and approvals for others, some still pending. */
export function joinings(stage: DemoWorld): Act[] {
  return demoTribes.flatMap((tribe) => [
    ...tribe.members.flatMap((member, index) =>
      tribe.requiresApproval
        ? [requestMembership(stage, tribe, member, '-12d 07:05'), approveAct(stage, tribe, member, index)]
        : [joinAct(stage, tribe, member, '-12d 07:00')],
    ),
    ...tribe.waiting.map((member) => requestMembership(stage, tribe, member, '-2d 18:30', answers[tribe.key])),
  ]);
}

function joinAct({ clients, now }: DemoWorld, { key }: DemoTribe, handle: Member | 'agent', at: string): Act {
  const play = async () => {
    await clients.person(handle).api.post(`tribes/${clients.tribe(key)}/join`, {}, `join:${key}`);
  };
  return { at: timeOf(at, now), name: `join:${key}:${handle}`, play };
}

function requestMembership(
  { clients, now }: DemoWorld,
  { key }: DemoTribe,
  handle: Member,
  at: string,
  answerTexts: readonly string[] = [],
): Act {
  const play = async () => {
    const { api } = clients.person(handle);
    const path = `tribes/${clients.tribe(key)}`;
    const { questions } = await api.get<{ questions: { id: string }[] }>(path);
    const replies = questions.map(({ id }, index) => ({ questionId: id, answer: answerTexts[index] }));
    await api.post(`${path}/join-request`, { answers: replies }, `ask:${key}`);
  };
  return { at: timeOf(at, now), name: `ask:${key}:${handle}`, play };
}

function approveAct({ clients, now }: DemoWorld, { key, owner }: DemoTribe, handle: Member, index: number): Act {
  const play = async () => {
    const path = `tribes/${clients.tribe(key)}/members/${clients.person(handle).id}/approve`;
    await clients.person(owner).api.post(path, {}, `approve:${key}:${handle}`);
  };
  return { at: timeOf('-12d 07:40', now) + index * minute, name: `approve:${key}:${handle}`, play };
}

export function followings({ clients, now }: DemoWorld): Act[] {
  return members.flatMap((member, index) =>
    (follows[member] ?? []).map((followed) => ({
      at: timeOf('-12d 08:00', now) + Math.floor(index / perArrival) * 7 * minute,
      name: `follow:${member}:${followed}`,
      play: async () => {
        const path = `auth/users/${clients.person(followed).id}/follow`;
        await clients.person(member).api.post(path, {}, `follow:${followed}`);
      },
    })),
  );
}

/** Everybody marks their inbox as seen last night; later notifications are new. */
export function inboxes({ clients, now }: DemoWorld): Act[] {
  return members.map((member) => ({
    at: timeOf('-1d 23:50', now),
    name: `inbox:${member}`,
    play: async () => {
      await clients.person(member).api.post('notifications/seen', {}, 'inbox');
    },
  }));
}

/** An additional account, which the administrator makes an agent in one tribe. */
export function agentActs(stage: DemoWorld): Act[] {
  const { clients, now } = stage;
  const tribe = demoTribes.find(({ key }) => key === agent.tribe);
  if (!tribe) throw new Error('the agent has no tribe');
  const start = async (): Promise<void> => {
    const config = {
      tribes: [clients.tribe(agent.tribe)],
      tags: agent.tags,
      strategy: 'rule',
      ...agent.activityLimits,
    };
    const body = { userId: clients.person('agent').id, active: true, config };
    await clients.person('admin').api.post('admin/agents', body, 'agent');
  };
  return [
    { at: timeOf('-2d 10:00', now), name: 'arrival:agent', play: () => clients.register('agent') },
    joinAct(stage, tribe, 'agent', '-2d 10:20'),
    { at: timeOf('-5m', now), name: 'agent', play: start },
  ];
}

/** An ad that is saved but not shown. */
const preparedAd = `<div style="display:grid;place-content:center;gap:8px;height:100vh;text-align:center;background:#f7f0e5;color:#2e1d16">
  <strong style="font-size:20px">Miel de la sierra</strong>
  <span>De las abejas de Loma Alta, en tarros de medio kilo.</span>
</div>`;

/** Settings of the site by the administrator. */
export function siteSettings({ clients, now }: DemoWorld): Act[] {
  const prepare = () =>
    clients.person('admin').api.put<void>('admin/ads-config', { enabled: false, script: preparedAd });
  return [{ at: timeOf('-1d 11:00', now), name: 'settings:ads', play: prepare }];
}
