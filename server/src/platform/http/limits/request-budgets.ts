import type { FastifyInstance } from 'fastify';
import { type BucketSize, createTokenBuckets } from '../../limits/token-buckets.ts';
import { type ClientAddress, networkOf } from '../requests/client-address.ts';
import { tooManyRequests } from './rate-limit.ts';
import { rateLimited } from './rate-limit-metrics.ts';

/**
 * The budgets of one network: requests allowed right away, and requests per second after that. A network is often the
 * address of a whole school or company: 200 users who open the community at the same moment stay within the budget.
 */
const networkSizes = {
  api: { capacity: 8_000, perSecond: 300 },
  search: { capacity: 1_200, perSecond: 50 },
  page: { capacity: 1_200, perSecond: 50 },
  file: { capacity: 30_000, perSecond: 500 },
  // What takes many times the work of other requests.
  document: { capacity: 60, perSecond: 2 },
} satisfies Record<string, BucketSize>;

/** The budgets of one user, from any network. */
const personSizes = {
  api: { capacity: 400, perSecond: 20 },
  search: { capacity: 60, perSecond: 5 },
} satisfies Record<string, BucketSize>;

/**
 * The budgets of all requests, including reads. They are counted in this process, so that reading causes no write. Logins
 * and writes are also counted in the database (`RateLimits`).
 */
export interface RequestBudgets {
  /**
   * Takes one request from the budget of its network. Call it before anything is awaited.
   * @throws AppError `rate_limited` with `{retry_after}` in seconds.
   */
  takeForNetwork(kind: keyof typeof networkSizes, address: string): void;
  /** Does the same, but returns the seconds to wait instead of throwing; 0 if the request is allowed. */
  waitForNetwork(kind: keyof typeof networkSizes, address: string): number;
  /** Takes more from the budget of a network for a request that took more work than others, even below zero. */
  chargeNetwork(kind: keyof typeof networkSizes, address: string, cost: number): void;
  /**
   * Takes one request from the budget of a user. Does nothing without a user id: visitors only have the budget of their
   * network.
   * @throws AppError `rate_limited` with `{retry_after}` in seconds.
   */
  takeForPerson(kind: keyof typeof personSizes, userId: string | undefined): void;
}

/** @param enabled false for load tests: nothing is rejected. */
export function createRequestBudgets(enabled: boolean): RequestBudgets {
  const networks = {
    api: createTokenBuckets(networkSizes.api),
    search: createTokenBuckets(networkSizes.search),
    page: createTokenBuckets(networkSizes.page),
    file: createTokenBuckets(networkSizes.file),
    document: createTokenBuckets(networkSizes.document),
  };
  const people = { api: createTokenBuckets(personSizes.api), search: createTokenBuckets(personSizes.search) };
  const counted = (kind: string, wait: number): number => {
    if (wait > 0) rateLimited.inc({ kind });
    return wait;
  };
  const waitForNetwork: RequestBudgets['waitForNetwork'] = (kind, address) =>
    enabled ? counted(kind, networks[kind].take(networkOf(address))) : 0;
  return {
    waitForNetwork,
    takeForNetwork(kind, address) {
      const wait = waitForNetwork(kind, address);
      if (wait > 0) throw tooManyRequests(wait);
    },
    chargeNetwork(kind, address, cost) {
      if (enabled && cost > 0) networks[kind].charge(networkOf(address), cost);
    },
    takeForPerson(kind, userId) {
      const wait = enabled && userId !== undefined ? counted(kind, people[kind].take(userId)) : 0;
      if (wait > 0) throw tooManyRequests(wait);
    },
  };
}

/** Returns the budget of a route outside the contract, or null if it has none or handles it itself. */
function kindOfPlainRoute(url: string | undefined): 'file' | 'page' | null {
  if (url === undefined || /^\/(api|dev|metrics)(\/|$)/.test(url)) return null;
  return url.startsWith('/files/') ? 'file' : 'page';
}

/** Applies the budgets to files, calendar subscriptions, sitemaps and other routes outside the contract. */
export function limitPlainRoutes(
  app: FastifyInstance,
  { budgets, clientAddress }: { budgets: RequestBudgets; clientAddress: ClientAddress },
): void {
  app.addHook('onRequest', async (request) => {
    const kind = kindOfPlainRoute(request.routeOptions.url);
    if (kind) budgets.takeForNetwork(kind, clientAddress(request.raw));
  });
}
