import { expect, test } from '@jest/globals';
import { fileNameMax } from '../limits.ts';
import { documentName } from './document-names.ts';

test.each([
  ['Informe.pdf', 'application/pdf', 'Informe.pdf'],
  ['Informe.PDF', 'application/pdf', 'Informe.pdf'],
  ['notas', 'text/plain', 'notas.txt'],
  ['pagina.html', 'text/plain', 'pagina.html.txt'],
  ['C:\\Users\\ana\\carta.txt', 'text/plain', 'carta.txt'],
  ['../../etc/passwd', 'text/plain', 'passwd.txt'],
  ['foto\u202Efdp.exe', 'application/pdf', 'fotofdp.exe.pdf'],
  ['una\r\nlínea\u0000.pdf', 'application/pdf', 'unalínea.pdf'],
  ['..pdf', 'application/pdf', 'documento.pdf'],
  ['', 'text/plain', 'documento.txt'],
  ['火.pdf', 'application/pdf', '火.pdf'],
] as const)('%j of %s is saved as %s', (sent, type, name) => {
  expect(documentName(sent, type)).toBe(name);
});

test('a name of any length keeps its extension', () => {
  const name = documentName(`${'a'.repeat(900)}.pdf`, 'application/pdf');
  expect(name).toMatch(/^a+\.pdf$/);
  expect(name.length).toBeLessThanOrEqual(fileNameMax);
});
