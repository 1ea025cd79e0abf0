import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { ReportResolved } from '@tribus/proto/content/v1/events.ts';
import { z } from 'zod';
import { reportOutcomes } from '../limits.ts';
import type { Deps } from './deps.ts';
import type { StoredCase } from './store/cases.ts';
import type { ContentTx } from './store/store.ts';

/** So many reports are settled with the decision; something has rarely more. */
const settledAtOnce = 1_000;

/** Reports of a case that were made before a decision, by its number, and that one transaction could not settle. */
const settleRest = defineJob('settleReports', {
  schema: z.object({
    caseId: z.uuid(),
    number: z.int(),
    outcome: z.enum(reportOutcomes).exclude(['open']),
    until: z.string(),
  }),
});

type Settlement = Omit<z.infer<typeof settleRest.schema>, 'caseId'>;

export const settleReportsJob = ({ store }: Pick<Deps, 'store'>): Job =>
  job(settleRest, ({ caseId, ...settlement }, { signal }) =>
    doInPortions(signal, (size) =>
      store.transaction(async (tx) => {
        const found = await tx.cases.lock(caseId);
        if (!found) return 0;
        // A later decision settles all of them.
        const last = (await tx.caseDecisions.listOf(caseId)).at(-1);
        return last?.number === settlement.number ? settleSome(tx, found, settlement, size) : 0;
      }),
    ),
  );

/** Settles the reports of a case, which is locked, as a decision of it says, and tells who made them. */
export async function settleReports(
  tx: ContentTx,
  found: StoredCase,
  decision: Omit<Settlement, 'until'>,
): Promise<void> {
  const until = await tx.reports.lastMadeAt(found.id);
  if (until === undefined) return;
  const settlement = { ...decision, until };
  if ((await settleSome(tx, found, settlement, settledAtOnce)) < settledAtOnce) return;
  await tx.enqueue(settleRest, { caseId: found.id, ...settlement });
}

async function settleSome(
  tx: ContentTx,
  { id: caseId, kind, tribeId }: StoredCase,
  { outcome, until }: Settlement,
  limit: number,
): Promise<number> {
  const settled = await tx.reports.settleSome(caseId, { outcome, until }, limit);
  const about = { caseId, kind, tribeId: tribeId ?? 0, upheld: outcome === 'upheld' };
  for (const { id: reportId, reporterId } of settled)
    if (reporterId !== '') tx.emit(ReportResolved, { ...about, reportId, reporterId });
  return settled.length;
}
