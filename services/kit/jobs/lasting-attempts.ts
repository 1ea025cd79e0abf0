/**
 * Attempts of a job that completes a committed deletion or decision, for `maxAttempts`: about eight days instead of 3½
 * hours. Only the job still refers to what remains to be done, which nobody would do once it has failed.
 */
export const lastingAttempts = 100;
