/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { forgetRequests, requests, type StubbedResponse, stubResponse } from '../../testing/server.ts';
import { openReport, reportTarget } from './report.ts';
import { ReportSheet } from './report-sheet.tsx';
import { session } from './session.ts';

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});

afterEach(() => {
  act(() => reportTarget.set(null));
  session.end();
});

const refused = (status: number, code: string, error: string) => ({ status, body: { code, error } });

const refusals: [string, string, StubbedResponse | 'lost', string][] = [
  ['after a fault of the server', 'p1', { status: 500 }, 'Error enviando el reporte'],
  ['of the same object again', 'p2', refused(409, 'already_reported', 'Ya lo has reportado.'), 'Ya lo has reportado.'],
  ['beyond the limit of a day', 'p3', refused(429, 'too_many_reports', 'Mañana podrás.'), 'Mañana podrás.'],
  ['of an own object', 'p4', refused(400, 'report_own', 'Es tuyo.'), 'Es tuyo.'],
];

test.each(refusals)(
  'a report %s is not sent, says why, and keeps what was written',
  async (_when, postId, reply, text) => {
    stubResponse('POST reports/post', reply);
    await renderApp(<ReportSheet />);
    act(() => openReport({ kind: 'post', postId }));
    fireEvent.click(await screen.findByRole('radio', { name: 'Acoso' }));
    const details = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Cuéntanos más/ });
    fireEvent.change(details, { target: { value: 'Lo repite' } });
    fireEvent.click(screen.getByRole('button', { name: 'Enviar reporte' }));
    await screen.findByText(text);
    expect(details.value).toBe('Lo repite');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Acoso' }).checked).toBe(true);

    stubResponse('POST reports/post', { status: 201, body: { message: 'Reporte enviado correctamente' } });
    fireEvent.click(screen.getByRole('button', { name: 'Enviar reporte' }));
    await waitFor(() => expect(reportTarget.get()).toBeNull());
    const sent = requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(sent.at(-1)).toEqual({ postId, reason: 'harassment', description: 'Lo repite' });
  },
);
