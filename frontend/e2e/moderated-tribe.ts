import type { Person } from '../../deploy/system-tests/people.ts';
import type { SharedSystem } from '../../deploy/system-tests/test-system.ts';

/** A tribe with its owner, an author and another member. */
export interface ModeratedTribe {
  owner: Person;
  author: Person;
  member: Person;
  tribe: { id: number };
}

export async function createModeratedTribe(system: SharedSystem, name: string): Promise<ModeratedTribe> {
  const owner = await system.newcomer('duena');
  const author = await system.newcomer('autor');
  const member = await system.newcomer('vecina');
  const tribe = await owner.createTribe(name, {});
  for (const person of [author, member]) await person.join(tribe.id);
  return { owner, author, member, tribe };
}
