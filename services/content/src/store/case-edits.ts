import { type Kysely, sql } from 'kysely';
import { caseEditsMax, caseEditsOfReportsMax, caseEditsReadMax } from '../../limits.ts';
import { type StoredCase, waitingStatuses } from './cases.ts';
import type { ContentDb, RetainedFor, Surrounding } from './tables.ts';

type EditedCase = Pick<StoredCase, 'id' | 'objectId' | 'object' | 'edits'>;

/** The texts of an object's edits since its case was opened, among the content after it. */
export class CaseEdits {
  readonly #db: Kysely<ContentDb>;

  constructor(db: Kysely<ContentDb>) {
    this.#db = db;
  }

  /** Adds the new text of an edited post to its waiting cases and raises their version. The post must be locked. */
  async record(since: Surrounding): Promise<void> {
    const waiting = await this.#db
      .selectFrom('cases')
      .select(['id', 'objectId', 'object', 'edits'])
      .where('kind', '=', 'post')
      .where('objectId', '=', since.id)
      .where('status', 'in', waitingStatuses)
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const found of waiting) {
      const edits = withoutOldest([...editsOf(found), { ...since, edit: found.edits + 1 }]);
      await this.#db
        .updateTable('cases')
        .set({
          object: withEdits(found, edits),
          version: sql<number>`version + 1`,
          edits: sql<number>`edits + 1`,
        })
        .where('id', '=', found.id)
        .execute();
    }
  }

  /**
   * Keeps the text after this number of edits, however many follow. The case must be locked. No effect for the text as
   * first reported, which is always kept, and for one that the case no longer has.
   */
  async keep(found: EditedCase, edit: number, retainedFor: RetainedFor): Promise<void> {
    if (!needsKeeping(found, edit, retainedFor)) return;
    const isNew = lacks(edit, retainedFor);
    const retained = editsOf(found).map((each) =>
      isNew(each) ? { ...each, retainedFor: [...(each.retainedFor ?? []), retainedFor] } : each,
    );
    await this.#db
      .updateTable('cases')
      .set({ object: withEdits(found, withoutOldest(retained)) })
      .where('id', '=', found.id)
      .execute();
  }
}

const lacks =
  (edit: number, retainedFor: RetainedFor) =>
  (each: Surrounding): boolean =>
    each.edit === edit && !each.retainedFor?.includes(retainedFor);

/** Whether `keep` would change the case. */
export const needsKeeping = (found: EditedCase, edit: number, retainedFor: RetainedFor): boolean =>
  editsOf(found).some(lacks(edit, retainedFor));

/** Whether the case contains the text after this number of edits. */
export const hasText = (found: EditedCase, edit: number): boolean =>
  edit === 0 || editsOf(found).some((each) => each.edit === edit);

const isEditOf =
  ({ objectId }: EditedCase) =>
  (each: Surrounding): boolean =>
    each.id === objectId;

/** The edits in their order, each with its number; those stored by previous versions have none and are consecutive. */
function editsOf(found: EditedCase): Surrounding[] {
  let next = found.edits + 1;
  return found.object.after
    .filter(isEditOf(found))
    .toReversed()
    .map((each) => {
      next = each.edit ?? Math.max(0, next - 1);
      return { ...each, edit: next };
    })
    .toReversed();
}

function withEdits(found: EditedCase, edits: readonly Surrounding[]): string {
  const isEdit = isEditOf(found);
  return JSON.stringify({ ...found.object, after: [...edits, ...found.object.after.filter((each) => !isEdit(each))] });
}

/** The last edits, and the last of those kept for reports, for decisions, and for moderators who read them. */
function withoutOldest(edits: readonly Surrounding[]): Surrounding[] {
  const lastFor = (retainedFor: RetainedFor, max: number) =>
    edits.filter((each) => each.retainedFor?.includes(retainedFor)).slice(-max);
  const retained = new Set([
    ...edits.slice(-caseEditsMax),
    ...lastFor('report', caseEditsOfReportsMax),
    ...lastFor('decision', caseEditsOfReportsMax),
    ...lastFor('reading', caseEditsReadMax),
  ]);
  return edits.filter((each) => retained.has(each));
}
