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
  levelsCount: 5,
  requiresApproval: false,
  isInvisible: false,
  rules: [],
  questions: [],
  membersCount: 1,
  ownerId: 'owner',
  createdAt: before,
};
const restrictedTribe: StoredTribe = { ...open, requiresApproval: true };
const hominini: StoredTribe = { ...open, id: homininiId };

const noMembership = null;
const pending: Membership = { status: 'pending', role: 'member', levelOrder: 0, since: before };
const rejected: Membership = { ...pending, status: 'rejected' };
const member: Membership = { status: 'active', role: 'member', levelOrder: 2, since: before };
const officer: Membership = { ...member, role: 'officer' };
const owner: Membership = { ...member, role: 'owner', levelOrder: 5 };

/** Returns the resulting status, `none`, or the error code. */
function outcome(decide: () => Membership | null): string {
  try {
    return decide()?.status ?? 'none';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'fault';
  }
}

test.each([
  ['nowhere', noMembership, 'active', 'approval_required'],
  ['pending', pending, 'active', 'approval_required'],
  ['rejected', rejected, 'active', 'approval_required'],
  ['a member', member, 'already_member', 'already_member'],
  ['the owner', owner, 'already_member', 'already_member'],
])('a user with the status %s joins', (_where, membership, withoutApproval, withApproval) => {
  expect(outcome(() => afterJoin(open, membership, now))).toBe(withoutApproval);
  expect(outcome(() => afterJoin(restrictedTribe, membership, now))).toBe(withApproval);
});

test.each([
  ['nowhere', noMembership, 'active', 'pending'],
  ['pending', pending, 'active', 'already_requested'],
  ['rejected', rejected, 'active', 'pending'],
  ['a member', member, 'already_member', 'already_member'],
])('a user with the status %s requests to join', (_where, membership, withoutApproval, withApproval) => {
  expect(outcome(() => afterRequest(open, membership, now))).toBe(withoutApproval);
  expect(outcome(() => afterRequest(restrictedTribe, membership, now))).toBe(withApproval);
});

test.each([
  ['nowhere', noMembership, 'no_pending_request', 'not_member'],
  ['pending', pending, 'none', 'not_member'],
  ['rejected', rejected, 'no_pending_request', 'not_member'],
  ['a member', member, 'no_pending_request', 'none'],
  ['an officer', officer, 'no_pending_request', 'none'],
  ['the owner', owner, 'no_pending_request', 'owner_cannot_leave'],
])('a user with the status %s cancels a request or leaves', (_where, membership, withdrawn, left) => {
  expect(outcome(() => afterCancel(membership))).toBe(withdrawn);
  expect(outcome(() => afterLeaving(open, membership))).toBe(left);
});

test('a member cannot leave hominini', () => {
  expect(outcome(() => afterLeaving(hominini, member))).toBe('hominini_locked');
});

test.each([
  ['nowhere', noMembership, 'not_found', 'not_found'],
  ['pending', pending, 'active', 'rejected'],
  ['rejected', rejected, 'no_pending_request', 'rejected'],
  ['a member', member, 'active', 'no_pending_request'],
])('a user with the status %s is approved or rejected', (_where, membership, approved, refused) => {
  expect(outcome(() => afterResolution('active', membership, now))).toBe(approved);
  expect(outcome(() => afterResolution('rejected', membership, now))).toBe(refused);
});

test('a new member starts at level 1 at the current time', () => {
  expect(afterJoin(open, rejected, now)).toEqual({ status: 'active', role: 'member', levelOrder: 1, since: now });
});

test('repeating a resolution changes nothing', () => {
  expect(afterResolution('active', officer, now)).toBe(officer);
});
