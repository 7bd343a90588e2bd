import { toSettings } from './rule-draft.ts';
import { RulesFields } from './rules-fields.tsx';

/** The rules of an item that is being created: their fields, and what is sent with the item. */
export const newRules = { Fields: RulesFields, toSettings };
