/** Servers that all suites share; each suite has its own namespace on them. */
export interface TestServers {
  /** TEST_POSTGRES_URL and others. */
  env: Record<string, string>;
  stop(): Promise<void>;
}
