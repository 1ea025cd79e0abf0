/** A name that a source file declares, with the line of its declaration, from 1. */
export interface DeclaredName {
  name: string;
  line: number;
}
