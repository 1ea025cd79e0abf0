import { dayMs } from '@tribus/kit/core/durations.ts';
import { admissions, ban, type DemoInvite, invites, requestNote } from './admission.ts';
import type { DemoWorld } from './founding-events.ts';
import { type Act, timeOf } from './timeline.ts';
import { ownerOf } from './tribes.ts';

/** Acts of tribe owners about admission: questions, invitations and bans. */

export function admissionActs(stage: DemoWorld): Act[] {
  const { clients, now } = stage;
  return [
    ...admissions.map(({ tribe, at, rules, questions }) => ({
      at: timeOf(at, now),
      name: `door:${tribe}`,
      play: async () => {
        const body = { rules, questions: questions.map((text) => ({ text })) };
        await clients.person(ownerOf(tribe)).api.put(`tribes/${clients.tribe(tribe)}`, body);
      },
    })),
    {
      at: timeOf(requestNote.at, now),
      name: `note:${requestNote.about}`,
      play: async () => {
        const { tribe, about, text } = requestNote;
        const path = `tribes/${clients.tribe(tribe)}/members/${clients.person(about).id}/notes`;
        await clients.person(ownerOf(tribe)).api.post(path, { text }, `note:${about}`);
      },
    },
    ...invites.flatMap((invite, index) => inviteActs(stage, invite, `invite:${invite.tribe}:${index}`)),
    ...banActs(stage),
  ];
}

function inviteActs({ clients, now }: DemoWorld, invite: DemoInvite, name: string): Act[] {
  const { tribe, by, at, days, maxUses, joined } = invite;
  const make = async (): Promise<void> => {
    const expiresAt = days === null ? null : new Date(now.getTime() + days * dayMs).toISOString();
    const path = `tribes/${clients.tribe(tribe)}/invites`;
    const { code } = await clients.person(by).api.post<{ code: string }>(path, { expiresAt, maxUses }, name);
    clients.add(name, code);
  };
  return [
    { at: timeOf(at, now), name, play: make },
    ...joined.map(({ who, at: when }) => ({
      at: timeOf(when, now),
      name: `came:${name}:${who}`,
      play: async () => {
        await clients.person(who).api.post('invites/join', { code: clients.created(name) }, `came:${name}`);
      },
    })),
  ];
}

function banActs({ clients, now }: DemoWorld): Act[] {
  const { tribe, who, joinedAt, at, days, reason } = ban;
  const impose = async (): Promise<void> => {
    const endsAt = new Date(now.getTime() + days * dayMs).toISOString();
    const body = { userId: clients.person(who).id, reason, endsAt };
    await clients.person(ownerOf(tribe)).api.post(`tribes/${clients.tribe(tribe)}/bans`, body, `ban:${who}`);
  };
  return [
    {
      at: timeOf(joinedAt, now),
      name: `join:${tribe}:${who}`,
      play: async () => {
        await clients.person(who).api.post(`tribes/${clients.tribe(tribe)}/join`, {}, `join:${tribe}`);
      },
    },
    { at: timeOf(at, now), name: `ban:${who}`, play: impose },
  ];
}
