import type { DemoClients } from './clients.ts';
import { answers } from './doors.ts';
import { agent, follows, type Handle, type Member, members } from './people.ts';
import type { PictureWorker } from './picture-worker.ts';
import type { Picture } from './pictures.ts';
import { type Act, timeOf } from './timeline.ts';
import { type DemoTribe, demoTribes, homininiCover, type TribeKey } from './tribes.ts';

/** How people and tribes came to be: who arrived, who founded, who joined, who asked, who follows whom. */

const perArrival = 4;
const minute = 60_000;

/** What acts are made with. */
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
    hanging(stage, hominini),
    ...demoTribes.flatMap((tribe, index) => {
      const { key, owner, cover } = tribe;
      const at = timeOf('-13d 09:00', stage.now) + index * 35 * minute;
      return [foundingActs(stage, tribe, at), hanging(stage, { key, by: owner, cover, at: at + minute })];
    }),
  ];
}

function foundingActs({ clients }: DemoWorld, tribe: DemoTribe, at: number): Act {
  const play = async (): Promise<void> => {
    const { key, name, description, tags, isPrivate, requiresApproval } = tribe;
    const wanted = { name, description, tags, isPrivate, requiresApproval };
    const { id } = await clients.person(tribe.owner).api.post<{ id: number }>('tribes', wanted, `tribe:${key}`);
    clients.addTribe(key, id);
  };
  return { at, name: `tribe:${tribe.key}`, play };
}

interface Hanging {
  key: TribeKey;
  by: Handle;
  cover: Picture;
  at: number;
}

/** Gives a tribe its cover. */
function hanging({ clients, pictureWorker }: DemoWorld, { key, by, cover, at }: Hanging): Act {
  const play = async (): Promise<void> => {
    const form = new FormData();
    form.set('image', new Blob([await pictureWorker.take(cover)], { type: 'image/jpeg' }), `${cover.seed}.jpg`);
    await clients.person(by).api.postForm(`tribes/${clients.tribe(key)}/banner`, form, `cover:${key}`);
  };
  return { at, name: `cover:${key}`, play, pictures: [cover] };
}

/** Joining where it is open; asking, and being let in, where it is not. Some still wait. */
export function joinings(stage: DemoWorld): Act[] {
  return demoTribes.flatMap((tribe) => [
    ...tribe.members.flatMap((member, index) =>
      tribe.requiresApproval
        ? [asking(stage, tribe, member, '-12d 07:05'), letIn(stage, tribe, member, index)]
        : [joining(stage, tribe, member, '-12d 07:00')],
    ),
    ...tribe.waiting.map((member) => asking(stage, tribe, member, '-2d 18:30', answers[tribe.key])),
  ]);
}

function joining({ clients, now }: DemoWorld, { key }: DemoTribe, who: Member | 'agent', at: string): Act {
  const play = async () => {
    await clients.person(who).api.post(`tribes/${clients.tribe(key)}/join`, {}, `join:${key}`);
  };
  return { at: timeOf(at, now), name: `join:${key}:${who}`, play };
}

function asking(
  { clients, now }: DemoWorld,
  { key }: DemoTribe,
  who: Member,
  at: string,
  said: readonly string[] = [],
): Act {
  const play = async () => {
    const { api } = clients.person(who);
    const path = `tribes/${clients.tribe(key)}`;
    const { questions } = await api.get<{ questions: { id: string }[] }>(path);
    const given = questions.map(({ id }, index) => ({ questionId: id, answer: said[index] }));
    await api.post(`${path}/join-request`, { answers: given }, `ask:${key}`);
  };
  return { at: timeOf(at, now), name: `ask:${key}:${who}`, play };
}

function letIn({ clients, now }: DemoWorld, { key, owner }: DemoTribe, who: Member, index: number): Act {
  const play = async () => {
    const path = `tribes/${clients.tribe(key)}/members/${clients.person(who).id}/approve`;
    await clients.person(owner).api.post(path, {}, `approve:${key}:${who}`);
  };
  return { at: timeOf('-12d 07:40', now) + index * minute, name: `approve:${key}:${who}`, play };
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

/** Everybody looked into their inbox last night; what came since is new. */
export function inboxes({ clients, now }: DemoWorld): Act[] {
  return members.map((member) => ({
    at: timeOf('-1d 23:50', now),
    name: `inbox:${member}`,
    play: async () => {
      await clients.person(member).api.post('notifications/seen', {}, 'inbox');
    },
  }));
}

/** One more account, which the administrator sets to work in one tribe. */
export function agentAtWork(stage: DemoWorld): Act[] {
  const { clients, now } = stage;
  const tribe = demoTribes.find(({ key }) => key === agent.tribe);
  if (!tribe) throw new Error('the agent has no tribe');
  const start = async (): Promise<void> => {
    const config = { tribes: [clients.tribe(agent.tribe)], tags: agent.tags, strategy: 'rule', ...agent.pace };
    const wanted = { userId: clients.person('agent').id, active: true, config };
    await clients.person('admin').api.post('admin/agents', wanted, 'agent');
  };
  return [
    { at: timeOf('-2d 10:00', now), name: 'arrival:agent', play: () => clients.register('agent') },
    joining(stage, tribe, 'agent', '-2d 10:20'),
    { at: timeOf('-5m', now), name: 'agent', play: start },
  ];
}

/** An ad that is prepared and not shown. */
const preparedAd = `<div style="display:grid;place-content:center;gap:8px;height:100vh;text-align:center;background:#f7f0e5;color:#2e1d16">
  <strong style="font-size:20px">Miel de la sierra</strong>
  <span>De las abejas de Loma Alta, en tarros de medio kilo.</span>
</div>`;

/** What the admin has set up for the site. */
export function siteSettings({ clients, now }: DemoWorld): Act[] {
  const prepare = () =>
    clients.person('admin').api.put<void>('admin/ads-config', { enabled: false, script: preparedAd });
  return [{ at: timeOf('-1d 11:00', now), name: 'settings:ads', play: prepare }];
}
