import { demoEmailDomain } from '#server/features/development/index.ts';

/** Every demo person has this password. */
export const demoPassword = 'hearth-demo';

/** The address of a demo person by their short name. */
export function demoEmail(person: string): string {
  return `${person}${demoEmailDomain}`;
}

/** An account to try the demo with. */
export interface DemoAccount {
  email: string;
  password: string;
  /** What the person is, in a few words. */
  role: string;
}

/** One who runs a community, and one who takes part in two. */
export const demoAccounts: DemoAccount[] = [
  { email: demoEmail('maya'), password: demoPassword, role: 'owner of Analog Photography' },
  { email: demoEmail('beatriz'), password: demoPassword, role: 'member of two communities' },
];
