import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { ReportResolved } from '@tribus/proto/content/v1/events.ts';
import { z } from 'zod';
import { reportOutcomes } from '../limits.ts';
import type { Deps } from './deps.ts';
import type { StoredCase } from './store/cases.ts';
import type { ContentTx } from './store/store.ts';

/** Reports settled in the transaction of the decision; objects rarely have more. */
const settlementBatchSize = 1_000;

/** The remaining reports of a case, made before the decision with this number. */
const settleRemaining = defineJob('settleReports', {
  schema: z.object({
    caseId: z.uuid(),
    number: z.int(),
    outcome: z.enum(reportOutcomes).exclude(['open', 'closed']),
    until: z.string(),
  }),
  maxAttempts: lastingAttempts,
});

type Settlement = Omit<z.infer<typeof settleRemaining.schema>, 'caseId'>;

export const settleReportsJob = ({ store }: Pick<Deps, 'store'>): Job =>
  job(settleRemaining, ({ caseId, ...settlement }, { signal }) =>
    doInPortions(signal, (size) =>
      store.transaction(async (tx) => {
        const found = await tx.cases.lock(caseId);
        if (!found) return 0;
        // A later decision settles all reports.
        const last = (await tx.caseDecisions.listOf(caseId)).at(-1);
        return last?.number === settlement.number ? settleSome(tx, found, settlement, size) : 0;
      }),
    ),
  );

/** Settles the reports of a locked case with the outcome of a decision, and notifies the reporters. */
export async function settleReports(
  tx: ContentTx,
  found: StoredCase,
  decision: Omit<Settlement, 'until'>,
): Promise<void> {
  const until = await tx.reports.lastMadeAt(found.id);
  if (until === undefined) return;
  const settlement = { ...decision, until };
  if ((await settleSome(tx, found, settlement, settlementBatchSize)) < settlementBatchSize) return;
  await tx.enqueue(settleRemaining, { caseId: found.id, ...settlement });
}

async function settleSome(
  tx: ContentTx,
  { id: caseId, kind, tribeId, object }: StoredCase,
  { outcome, until }: Settlement,
  limit: number,
): Promise<number> {
  const settled = await tx.reports.settleSome(caseId, { outcome, until }, limit);
  const { postId = '', postKind = 'none' as const } = object;
  const about = { caseId, kind, tribeId: tribeId ?? 0, upheld: outcome === 'upheld', postId, postKind };
  for (const { id: reportId, reporterId } of settled)
    if (reporterId !== '') tx.emit(ReportResolved, { ...about, reportId, reporterId });
  return settled.length;
}
