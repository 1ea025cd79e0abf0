import { expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { afterCancel, afterJoin, afterLeaving, afterRequest, afterResolution } from './membership-transitions.ts';
import type { Membership } from './store/memberships.ts';
import type { StoredTribe } from './store/tribes.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const before = new Date('2026-02-01T12:00:00.000Z');

const open: StoredTribe = {
  id: 100,
  name: 'Cine',
  normalizedName: 'cine',
  description: '',
  tags: [],
  image: null,
  isPrivate: false,
  picturesPublic: true,
  requiresApproval: false,
  isInvisible: false,
  rules: [],
  questions: [],
  membersCount: 1,
  ownerId: 'owner',
  createdAt: before,
};
const asking: StoredTribe = { ...open, requiresApproval: true };
const hominini: StoredTribe = { ...open, id: homininiId };

const nowhere = null;
const pending: Membership = { status: 'pending', role: 'member', levelOrder: 0, since: before };
const rejected: Membership = { ...pending, status: 'rejected' };
const member: Membership = { status: 'active', role: 'member', levelOrder: 2, since: before };
const officer: Membership = { ...member, role: 'officer' };
const owner: Membership = { ...member, role: 'owner', levelOrder: 5 };

/** The status somebody has then, `none`, or the error code. */
function outcome(decide: () => Membership | null): string {
  try {
    return decide()?.status ?? 'none';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'fault';
  }
}

test.each([
  ['nowhere', nowhere, 'active', 'approval_required'],
  ['pending', pending, 'active', 'approval_required'],
  ['rejected', rejected, 'active', 'approval_required'],
  ['a member', member, 'already_member', 'already_member'],
  ['the owner', owner, 'already_member', 'already_member'],
])('who is %s and joins', (_where, membership, inOpen, inAsking) => {
  expect(outcome(() => afterJoin(open, membership, now))).toBe(inOpen);
  expect(outcome(() => afterJoin(asking, membership, now))).toBe(inAsking);
});

test.each([
  ['nowhere', nowhere, 'active', 'pending'],
  ['pending', pending, 'active', 'already_requested'],
  ['rejected', rejected, 'active', 'pending'],
  ['a member', member, 'already_member', 'already_member'],
])('who is %s and asks to join', (_where, membership, inOpen, inAsking) => {
  expect(outcome(() => afterRequest(open, membership, now))).toBe(inOpen);
  expect(outcome(() => afterRequest(asking, membership, now))).toBe(inAsking);
});

test.each([
  ['nowhere', nowhere, 'no_pending_request', 'not_member'],
  ['pending', pending, 'none', 'not_member'],
  ['rejected', rejected, 'no_pending_request', 'not_member'],
  ['a member', member, 'no_pending_request', 'none'],
  ['an officer', officer, 'no_pending_request', 'none'],
  ['the owner', owner, 'no_pending_request', 'owner_cannot_leave'],
])('who is %s and withdraws a request, or leaves', (_where, membership, withdrawn, left) => {
  expect(outcome(() => afterCancel(membership))).toBe(withdrawn);
  expect(outcome(() => afterLeaving(open, membership))).toBe(left);
});

test('nobody leaves hominini', () => {
  expect(outcome(() => afterLeaving(hominini, member))).toBe('hominini_locked');
});

test.each([
  ['nowhere', nowhere, 'not_found', 'not_found'],
  ['pending', pending, 'active', 'rejected'],
  ['rejected', rejected, 'no_pending_request', 'rejected'],
  ['a member', member, 'active', 'no_pending_request'],
])('who is %s and is approved, or rejected', (_where, membership, approved, refused) => {
  expect(outcome(() => afterResolution('active', membership, now))).toBe(approved);
  expect(outcome(() => afterResolution('rejected', membership, now))).toBe(refused);
});

test('a newcomer begins at level 1, now', () => {
  expect(afterJoin(open, rejected, now)).toEqual({ status: 'active', role: 'member', levelOrder: 1, since: now });
});

test('the same verdict again leaves everything as it was', () => {
  expect(afterResolution('active', officer, now)).toBe(officer);
});
