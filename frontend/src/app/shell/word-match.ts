/** Lower case, without accents: "Búscame" is "buscame". */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Chinese has no spaces between words. */
const IS_IN_WORD = /[\p{L}\p{N}]/u;
const IS_WITHOUT_SPACES = /\p{Script=Han}/u;

/** Whether a word of the label begins with the query, which may continue over several words; accents are ignored. */
export function matchesWords(label: string, query: string): boolean {
  const [text, wanted] = [plain(label), plain(query.trim())];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (at === 0 || !IS_IN_WORD.test(text[at - 1] ?? '') || IS_WITHOUT_SPACES.test(text[at] ?? '')) return true;
  }
  return false;
}
