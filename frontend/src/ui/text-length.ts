/** Length of one line as the services count it (`line()`): code points, trimmed and in NFC. */
export const lineLength = (text: string): number => codePoints(text.trim().normalize('NFC'));

/** Length of a text of several lines as the services count it (`lines()`): code points, trimmed, a line break as one. */
export const linesLength = (text: string): number => codePoints(text.replace(/\r\n/g, '\n').trim());

const codePoints = (text: string): number => [...text].length;
