/** Loads what only spaces with limited categories need. */
export const loadLimitedCode = () => import('./limited-code.ts');
