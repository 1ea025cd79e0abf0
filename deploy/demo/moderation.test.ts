import { expect, test } from '@jest/globals';
import { bans, officers, ownershipOffer, rejection, restriction } from './admission.ts';
import { pdfOf } from './document.ts';
import { levelsTribe, submissions } from './levels.ts';
import { members } from './people.ts';
import { reports } from './reports.ts';
import { tribeMedia } from './tribe-media.ts';
import { demoTribes, membersOf } from './tribes.ts';

/** The open work of moderators in the demo's tribes. */

test('submissions wait for a review, one with a picture and one with a document', () => {
  const waiting = submissions.filter(({ answers, review }) => !answers && !review);
  expect(waiting.some(({ picture }) => picture)).toBe(true);
  const [document] = waiting.flatMap(({ document }) => document ?? []);
  expect(document?.name).toMatch(/\.pdf$/);
  const pdf = Buffer.from(pdfOf(document?.lines ?? [])).toString('latin1');
  expect(pdf).toMatch(/^%PDF-1\.7\n[\s\S]*startxref\n\d+\n%%EOF\n$/);
  expect(pdf.slice(Number(/startxref\n(\d+)/.exec(pdf)?.[1]))).toMatch(/^xref\n/);
});

test('the tribe with levels has open cases of every kind, one assigned with a note, a ban, and an officer', () => {
  const open = reports.filter(({ tribe, decision }) => tribe === levelsTribe && !decision);
  expect(open.map(({ kind }) => kind).sort()).toEqual(['chat', 'media', 'person', 'post', 'vibe']);
  expect(reports.map(({ kind }) => kind)).toContain('tribe');
  expect(open.flatMap(({ assigned }) => assigned?.note ?? [])).toHaveLength(1);
  expect(bans.map(({ tribe }) => tribe)).toContain(levelsTribe);
  expect(officers.map(({ tribe }) => tribe)).toContain(levelsTribe);
  expect(restriction.tribe).toBe(levelsTribe);
  for (const { who } of [...officers, restriction]) expect(membersOf(levelsTribe, members)).toContain(who);
});

test('tribes are private with pictures, invisible, rejected someone, and are offered to another owner', () => {
  const isPrivate = (key: string) => demoTribes.some((tribe) => tribe.key === key && tribe.isPrivate);
  expect(tribeMedia.filter(({ tribe }) => isPrivate(tribe)).length).toBeGreaterThan(0);
  const [invisible] = demoTribes.filter(({ isInvisible }) => isInvisible);
  expect([invisible?.isPrivate, invisible?.members.length]).toEqual([true, 2]);
  expect(membersOf(rejection.tribe, members)).not.toContain(rejection.who);
  expect(membersOf(ownershipOffer.tribe, members)).toContain(ownershipOffer.to);
});
