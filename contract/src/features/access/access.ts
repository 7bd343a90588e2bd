import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { id, timestamp } from '../../schema/endpoint.ts';
import { highestLevel } from '../../values/levels.ts';
import { accessItemKinds, maxAccessDays, maxAccessRules } from './access-items.ts';

/** What must be completed first: all published pages of a course, or one page. */
export const prerequisiteTarget = z.object({ kind: z.enum(['course', 'page']), id });

/** One condition for opening an item. */
export const accessRule = z.discriminatedUnion('kind', [
  /** Members from this level of the space. */
  z.object({ kind: z.literal('level'), level: z.number().int().min(2).max(highestLevel) }),
  /** Members who joined at least this many days ago. */
  z.object({ kind: z.literal('days'), days: z.number().int().min(1).max(maxAccessDays) }),
  /** Everyone, from this time. */
  z.object({ kind: z.literal('date'), at: timestamp }),
  /** Members of a paid space whose trial is over. */
  z.object({ kind: z.literal('plan'), plan: z.literal('paid') }),
  /** Those who bought the item. */
  z.object({ kind: z.literal('purchase') }),
  /** Members who have completed something else of the classroom. */
  z.object({ kind: z.literal('prerequisite'), target: prerequisiteTarget }),
  /** Nobody but those who were given access. */
  z.object({ kind: z.literal('grant') }),
]);
export type AccessRule = z.output<typeof accessRule>;

/**
 * The rules of an item: all of them must be met, or any one. Without rules, everyone who sees the item can open it. Who was given
 * access can open it whatever the rules say.
 */
export const accessSettings = z.object({
  match: z.enum(['all', 'any']),
  rules: z
    .array(accessRule)
    .max(maxAccessRules, { error: () => t('At most {max} rules are possible', { max: maxAccessRules }) }),
});
export type AccessSettings = z.output<typeof accessSettings>;

/** A rule that someone doesn't meet. */
export const unmetRule = z.object({
  rule: accessRule,
  /** When they will meet it, if they only have to wait. */
  opens_at: timestamp.nullable(),
  /** The title of what they must complete first; null if it isn't published. */
  title: z.string().nullable(),
});
export type UnmetRule = z.output<typeof unmetRule>;

/** Why someone can't open an item. */
export const lock = z.object({
  match: accessSettings.shape.match,
  /** In their order; at least one. */
  unmet: z.array(unmetRule),
  /** When the item opens if they only wait; null if they must do something. */
  opens_at: timestamp.nullable(),
});
export type Lock = z.output<typeof lock>;

/** The item that access is about: a course, a folder or page of it, an event, or a category of the feed. */
export const accessItem = z.object({ kind: z.enum(accessItemKinds), id });
export type AccessItem = z.output<typeof accessItem>;
