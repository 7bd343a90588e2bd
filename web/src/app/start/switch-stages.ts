/** The stages of switching between spaces, and the progress of each in percent. */
export const switchPercent = {
  initiated: 0,
  /** The previous space stays cached for going back. */
  'snapshot-created': 20,
  switching: 40,
  loading: 60,
  completed: 100,
  failed: 0,
} as const;
export type SwitchStage = keyof typeof switchPercent;

const order: SwitchStage[] = ['initiated', 'snapshot-created', 'switching', 'loading', 'completed'];

/** Returns the next stage: only forwards, except that a new switch may start and any stage may fail before the end. */
export function toSwitchStage(from: SwitchStage, to: SwitchStage): SwitchStage {
  if (to === 'initiated') return to;
  if (from === 'completed' || from === 'failed') return from;
  return to === 'failed' || order.indexOf(to) > order.indexOf(from) ? to : from;
}

/** The first segment of a path if it can be a space. */
export const firstSegment = (path: string): string => path.split('/')[1] ?? '';
