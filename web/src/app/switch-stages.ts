/** The way from one space to another (document 1, section 4), and how far along it each stage is, in per cent. */
export const switchPercent = {
  initiated: 0,
  /** What is left stays in the cache as it is, for the way back. */
  'snapshot-created': 20,
  switching: 40,
  loading: 60,
  completed: 100,
  failed: 0,
} as const;
export type SwitchStage = keyof typeof switchPercent;

const order: SwitchStage[] = ['initiated', 'snapshot-created', 'switching', 'loading', 'completed'];

/** The stage after `from`: only onwards, except that a new way may begin and any may fail before its end. */
export function toSwitchStage(from: SwitchStage, to: SwitchStage): SwitchStage {
  if (to === 'initiated') return to;
  if (from === 'completed' || from === 'failed') return from;
  return to === 'failed' || order.indexOf(to) > order.indexOf(from) ? to : from;
}

/** The first part of a path where it may be a space's. */
export const firstSegment = (path: string): string => path.split('/')[1] ?? '';
