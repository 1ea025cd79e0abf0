import { dropPicturesJob } from '@tribus/community/dropped-pictures.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { sweepEach } from '@tribus/kit/postgres/sweep.ts';
import { mailAddressReplaced, sendAddressReplaced } from './address-by-admin.ts';
import { mailContactMessage, sendContactMail } from './contact.ts';
import { dropArchives, exportData, makeDataExport, sweepDataExports } from './data-export.ts';
import type { Deps } from './deps.ts';
import { mailEmailChange, mailEmailChanged, sendEmailChange, sendEmailChanged } from './email-change.ts';
import { summarizeFailures } from './failed-sign-ins.ts';
import { deletionJobs } from './leaving.ts';
import { keepPicturesJob } from './profile-pictures.ts';
import {
  findMailbox,
  mailAccount,
  mailReset,
  mailVerification,
  sendResetMail,
  sendVerificationMail,
} from './recovery.ts';
import { mailSanction, sendSanctionMail } from './sanction-mails.ts';
import { endAllDue } from './sanctions.ts';
import { renewSecrets } from './second-factor.ts';
import { mailSecurityNotice, sendSecurityNotice } from './security-mail.ts';
import { sweepUnaccepted } from './unaccepted-accounts.ts';

/** A login ends an expired sanction itself; this job covers users who do not log in. */
const endSanctions = defineJob('endSanctions', { schedule: '* * * * *' });
const sweepSessions = defineJob('sweepSessions', { schedule: '17 * * * *' });

export const identityJobs = (deps: Deps): Job[] => [
  job(sweepSessions, (_none, { signal }) => sweepAll(deps, signal)),
  keepPicturesJob(deps),
  dropPicturesJob(deps.media),
  ...deletionJobs(deps),
  job(exportData, (requested, run) => makeDataExport(deps, requested, run), {
    onFailed: ({ id }) => deps.store.dataExports.fail(id),
  }),
  job(dropArchives, async ({ userId }) => void (await deps.media.deleteArchives({ ownerId: userId }))),
  job(findMailbox, (request) => mailAccount(deps, request)),
  job(sendVerificationMail, (mail, { signal }) => mailVerification(deps, mail, signal)),
  job(sendResetMail, (mail, { signal }) => mailReset(deps, mail, signal)),
  job(endSanctions, (_none, { signal }) => endAllDue(deps, signal)),
  job(sendSanctionMail, (mail, { signal }) => mailSanction(deps, mail, signal)),
  job(sendSecurityNotice, (notice, { signal }) => mailSecurityNotice(deps, notice, signal)),
  job(sendEmailChange, (mail, { signal }) => mailEmailChange(deps, mail, signal)),
  job(sendEmailChanged, (mail, { signal }) => mailEmailChanged(deps, mail, signal)),
  job(sendAddressReplaced, (mail, { signal }) => mailAddressReplaced(deps, mail, signal)),
  job(sendContactMail, ({ id }, { signal }) => mailContactMessage(deps, id, signal), {
    onFailed: ({ id }) => deps.store.contact.mailFailed(id),
  }),
];

/** Deletes expired rows that need more than an age check (store/retention.ts), and re-encrypts secrets. */
async function sweepAll(deps: Deps, signal: AbortSignal): Promise<void> {
  const { store } = deps;
  await sweepEach(signal, [
    () => sweepUnaccepted(deps, signal),
    () => summarizeFailures(deps, signal),
    () => store.audit.sweep(signal),
    () => renewSecrets(deps, signal),
    () => sweepDataExports(deps, signal),
  ]);
}
