import { toRulesDraft, toSettings } from './rule-draft.ts';
import { RulesFields } from './rules-fields.tsx';

/** The rules of an item as a part of its own form: their fields, how they are edited, and what is sent. */
export const formRules = { Fields: RulesFields, toDraft: toRulesDraft, toSettings };
