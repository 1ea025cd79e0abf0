/** The servers that all suites share; each suite sets itself apart on them. */
export interface TestServers {
  /** TEST_POSTGRES_URL and its like. */
  env: Record<string, string>;
  stop(): Promise<void>;
}
