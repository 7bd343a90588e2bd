/** The part of autocannon that the benchmarks use; it ships no types. */
declare module 'autocannon' {
  namespace autocannon {
    interface Request {
      method?: string;
      path?: string | undefined;
      headers?: Record<string, string>;
      body?: string;
      setupRequest?: (request: Request) => Request;
    }
    interface Result {
      '2xx': number;
      non2xx: number;
      errors: number;
      /** Seconds. */
      duration: number;
      latency: { p50: number; p97_5: number; p99: number };
      requests: { total: number };
      throughput: { total: number };
    }
  }
  function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    requests: autocannon.Request[];
  }): Promise<autocannon.Result>;
  export default autocannon;
}
