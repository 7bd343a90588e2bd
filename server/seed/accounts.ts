import { demoEmailDomain } from '#server/features/development/index.ts';

/** The password of every demo person. */
export const demoPassword = 'hearth-demo';

/** Returns the email address of a demo person by their key. */
export function demoEmail(person: string): string {
  return `${person}${demoEmailDomain}`;
}

/** An account for trying the demo. */
export interface DemoAccount {
  email: string;
  password: string;
  /** A short description of the person. */
  role: string;
}

/** The owner of a community, and a member of two. */
export const demoAccounts: DemoAccount[] = [
  { email: demoEmail('maya'), password: demoPassword, role: 'owner of Analog Photography' },
  { email: demoEmail('beatriz'), password: demoPassword, role: 'member of two communities' },
];
