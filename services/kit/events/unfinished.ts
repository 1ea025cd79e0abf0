/**
 * Thrown by an `after` handler of long work that has stored its progress: it is called again at once, and the call does
 * not count as a failed attempt. Between two calls other events take their turn, and a replica can stop.
 */
export class Unfinished extends Error {
  constructor() {
    super('a portion is done; the handler continues at the next call');
    this.name = 'Unfinished';
  }
}
