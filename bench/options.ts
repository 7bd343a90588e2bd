/** What every benchmark is told. */
export interface BenchOptions {
  /** Folder that is kept between runs; holds the benchmark database. */
  dataDir: string;
  /** First of the ten loopback ports that may be used. */
  port: number;
  /** Measured rounds, each of ours beside the limit. */
  rounds: number;
  /** Length of one measurement. */
  seconds: number;
  /** Length of the soak. */
  minutes: number;
  /** Where to leave a CPU profile of the server. */
  profileDir: string | undefined;
}
