/**
 * Attempts of a job that completes a deletion, for `maxAttempts`: about eight days instead of 3½ hours. After the commit
 * only the job still refers to the data, which would stay for good once the job has failed.
 */
export const deletionAttempts = 100;
