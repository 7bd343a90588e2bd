import type { FeatureCalls } from '../sample-context.ts';

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'reports'> = {
  report_client_error: { input: () => ({ kind: 'page' as const, message: 'It broke', path: '/discover' }) },
};
