import { dayMs } from '@tribus/kit/core/durations.ts';
import {
  admissions,
  bans,
  type DemoBan,
  type DemoInvite,
  invites,
  officers,
  ownershipOffer,
  rejection,
  requestNote,
  restriction,
} from './admission.ts';
import type { DemoWorld } from './founding-events.ts';
import { type Act, timeOf } from './timeline.ts';
import { demoTribes, ownerOf } from './tribes.ts';

/** Acts of tribe owners about admission, members and their tribe. */

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
    ...bans.flatMap((ban) => banActs(stage, ban)),
    ...memberActs(stage),
    ...tribeActs(stage),
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

function banActs({ clients, now }: DemoWorld, { tribe, who, joinedAt, at, days, reason }: DemoBan): Act[] {
  const name = `ban:${tribe}:${who}`;
  const impose = async (): Promise<void> => {
    const endsAt = days === null ? null : new Date(now.getTime() + days * dayMs).toISOString();
    const body = { userId: clients.person(who).id, reason, endsAt };
    await clients.person(ownerOf(tribe)).api.post(`tribes/${clients.tribe(tribe)}/bans`, body, name);
  };
  return [
    {
      at: timeOf(joinedAt, now),
      name: `join:${tribe}:${who}`,
      play: async () => {
        await clients.person(who).api.post(`tribes/${clients.tribe(tribe)}/join`, {}, `join:${tribe}`);
      },
    },
    { at: timeOf(at, now), name, play: impose },
  ];
}

/** Officers, a restricted member, and a rejected request. */
function memberActs({ clients, now }: DemoWorld): Act[] {
  const { tribe, who, days, reason } = restriction;
  const restrict = async (): Promise<void> => {
    const endsAt = new Date(now.getTime() + days * dayMs).toISOString();
    const path = `tribes/${clients.tribe(tribe)}/members/${clients.person(who).id}/restriction`;
    await clients.person(ownerOf(tribe)).api.put(path, { reason, endsAt });
  };
  const asked = `ask:${rejection.tribe}:${rejection.who}`;
  const ask = async (): Promise<void> => {
    const path = `tribes/${clients.tribe(rejection.tribe)}/join-request`;
    await clients.person(rejection.who).api.post(path, { answers: [] }, asked);
  };
  const reject = async (): Promise<void> => {
    const path = `tribes/${clients.tribe(rejection.tribe)}/members/${clients.person(rejection.who).id}/reject`;
    await clients.person(ownerOf(rejection.tribe)).api.post(path, {}, `reject:${asked}`);
  };
  return [
    ...officers.map((officer) => ({
      at: timeOf(officer.at, now),
      name: `officer:${officer.tribe}:${officer.who}`,
      play: async () => {
        const path = `tribes/${clients.tribe(officer.tribe)}/members/${clients.person(officer.who).id}/role`;
        await clients.person(ownerOf(officer.tribe)).api.put<void>(path, { role: 'officer' });
      },
    })),
    { at: timeOf(restriction.at, now), name: `restriction:${tribe}:${who}`, play: restrict },
    { at: timeOf(rejection.askedAt, now), name: asked, play: ask },
    { at: timeOf(rejection.at, now), name: `reject:${rejection.tribe}:${rejection.who}`, play: reject },
  ];
}

/** Tribes that become invisible, and the offer of one to another owner. */
function tribeActs({ clients, now }: DemoWorld): Act[] {
  const { tribe, to, at } = ownershipOffer;
  const offer = async (): Promise<void> => {
    const name = demoTribes.find(({ key }) => key === tribe)?.name;
    const body = { userId: clients.person(to).id, name };
    await clients.person(ownerOf(tribe)).api.post(`tribes/${clients.tribe(tribe)}/owner`, body, `offer:${tribe}`);
  };
  const invisible = demoTribes.filter(({ isInvisible }) => isInvisible);
  return [
    ...invisible.map(({ key }) => ({
      at: timeOf('-12d 09:00', now),
      name: `invisible:${key}`,
      play: async () => {
        await clients.person(ownerOf(key)).api.put<void>(`tribes/${clients.tribe(key)}`, { isInvisible: true });
      },
    })),
    { at: timeOf(at, now), name: `offer:${tribe}`, play: offer },
  ];
}
