/** The options of every benchmark. */
export interface BenchOptions {
  /** Folder that is kept between runs and contains the benchmark database. */
  dataDir: string;
  /** The first of the ten loopback ports that may be used. */
  port: number;
  /** Measured rounds; each measures Hearth and the limit. */
  rounds: number;
  /** The duration of one measurement. */
  seconds: number;
  /** Length of the soak. */
  minutes: number;
  /** Live sockets of live-scale. */
  sockets: number;
  /** Numbers of servers that live-scale measures one after another, rising. */
  servers: number[];
  /** Whether NATS carries the live events of live-scale. */
  nats: boolean;
  /** PgBouncer that live-scale puts before its database. */
  pooler: string | undefined;
  /** Where to leave a CPU profile of the server. */
  profileDir: string | undefined;
}
