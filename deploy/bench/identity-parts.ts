import { type AddressInfo, createServer } from 'node:net';
import { trueTimeLimits } from '@tribus/kit/testing/service.ts';
import { succeeds } from '@tribus/kit/testing/until.ts';
import { openMailer } from '../../services/identity/src/mail/mailer.ts';
import { openBench } from '../../services/identity/tests/bench.ts';
import { type DurationRow, Durations, expectStatus } from './durations.ts';

const rounds = 7;
/** A response without the password hash costs a fifth. */
const mostTimesAsMuch = 2;

/** Measures identity against a timing attack and with a mail server that hangs. */
export async function measureIdentityParts(): Promise<DurationRow[]> {
  return [await measureUnknownAddress(), await measureHangingMailServer()];
}

/**
 * Compares processor time of all threads in milliseconds, so that other load adds nothing: a sign-in with an unknown
 * address may cost at most twice as much as one with a wrong password, and vice versa.
 */
async function measureUnknownAddress(): Promise<DurationRow> {
  const bench = await openBench(trueTimeLimits);
  try {
    const { email } = await bench.register();
    const costOf = async (address: string): Promise<number> => {
      const began = process.cpuUsage();
      expectStatus((await bench.logIn(address, 'equivocada')).status, [401], 'a sign-in with a wrong password');
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1000;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      known.push(await costOf(email));
      unknown.push(await costOf(`nadie.${round}@tribus.test`));
    }
    const [less = Number.NaN, more = Number.NaN] = [Math.min(...known), Math.min(...unknown)].sort((a, b) => a - b);
    const cost = new Durations();
    cost.add(more);
    return cost.row('identity-unknown', 'sign-in of a known or unknown address, cpu', mostTimesAsMuch * less);
  } finally {
    await bench.close();
  }
}

async function measureHangingMailServer(): Promise<DurationRow> {
  const hanging = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((listening) => hanging.listen(0, '127.0.0.1', listening));
  const { port } = hanging.address() as AddressInfo;
  const mailer = openMailer({ from: 'hola@tribus.test', server: { host: '127.0.0.1', port, secure: false } });
  if (!mailer) throw new Error('there is no mailer');
  const mail = { id: '0198', to: 'equipo@tribus.test', subject: 'Hola', text: 'Buenas tardes\n' };
  const timedOut = new Durations();
  const isSent = await timedOut.time(() => succeeds(() => mailer.send(mail, new AbortController().signal)));
  hanging.close();
  if (isSent) throw new Error('a mail was sent to a server that hangs');
  return timedOut.row('identity-mail', 'mail server that hangs, until the mail is given up', 10_000);
}
