import { declarationOf, type NotificationType } from '#contract/features/notifications/notification-types.ts';

/** The values of a notification that its grouping can refer to. */
export interface Grouped {
  space_id?: string | undefined;
  conversation_id?: string | undefined;
  actor_id: string | null;
  target: { id: string; post_id?: string | null };
  params?: object;
  /** ISO timestamp. */
  at: string;
}

/**
 * Returns the key of a notification: those of one user with the same key are merged. Null if notifications of this type
 * stay separate.
 */
export function toBatchKey(type: NotificationType, of: Grouped): string | null {
  const { grouping } = declarationOf(type);
  if (!grouping || (grouping.by.includes('conversation') && of.space_id)) return null;
  const values: Record<string, unknown> = {
    target: of.target.id,
    post: of.target.post_id,
    space: of.space_id,
    conversation: of.conversation_id,
    actor: of.actor_id,
    day: of.at.slice(0, 10),
    ...Object.fromEntries(Object.entries(of.params ?? {}).map(([name, value]) => [`params.${name}`, value])),
  };
  const parts = grouping.by.map((part) => {
    const value = values[part];
    if (value === null || value === undefined)
      throw new Error(`A notification of type ${type} needs ${part} for its key`);
    return String(value);
  });
  return [type, ...parts].join(':');
}
