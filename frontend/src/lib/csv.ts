export type CsvCell = string | number;

/** A prefix that spreadsheets interpret as a formula, also after blanks, which some of them trim. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;
const NEEDS_QUOTES = /[",\r\n]/;
/** The byte order mark; without it spreadsheets do not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Returns rows as CSV text (RFC 4180). A text that begins like a formula gets an apostrophe in front and stays text.
 */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');

function cellText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
